import { useQuery } from '@tanstack/react-query';

import type { LostPoints } from '#domain/responses/analytics.ts';
import type { ResultsFilter } from '#domain/responses/results.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';
import { FigurePanel } from './figure-panel.tsx';
import classes from './lost-points-figure.module.css';
import { lostPointsQuery } from './read-results.ts';
import type { PickSurvey } from './results-view.ts';

type Question = LostPoints['questions'][number];
type Props = { filter: ResultsFilter; onPick: PickSurvey };

/** Which questions lose the most points: where training pays first. */
export function LostPointsFigure({ filter, onPick }: Props) {
  return (
    <FigurePanel
      subject="Questions that lose the most points"
      query={useQuery(lostPointsQuery(filter))}
      height={586}
      isEmpty={({ totalLost }) => totalLost === 0}
      finding={describe}
    >
      {({ questions }) => (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Mean points</th>
              <th scope="col">Points lost</th>
            </tr>
          </thead>
          <tbody>
            {questions.map((question) => (
              <Row
                key={`${question.surveyId}/${question.questionId}`}
                question={question}
                most={questions[0]?.lost ?? 1}
                onPick={onPick}
              />
            ))}
          </tbody>
        </table>
      )}
    </FigurePanel>
  );
}

function describe({ questions, total, totalLost }: LostPoints): string {
  const lost = questions.reduce((sum, one) => sum + one.lost, 0);
  const share = formatPercent(percentOf({ totalScore: lost, maxScore: totalLost }));
  return `${formatNumber(questions.length)} of ${formatNumber(total)} questions lose ${share} of all points lost`;
}

const oneDecimal = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

type RowProps = { question: Question; most: number; onPick: PickSurvey };

function Row({ question, most, onPick }: RowProps) {
  const { surveyId, surveyTitle, text, kpeCategory, answered, score, maximum, lost } = question;
  return (
    <tr>
      <th scope="row">
        {text}
        <span className={classes.where}>
          <button type="button" onClick={() => onPick(surveyId)} title={`Only ${surveyTitle}`}>
            {surveyTitle}
          </button>
          {kpeCategory && `, ${kpeCategory}`}
        </span>
      </th>
      <td>
        {oneDecimal.format(score / answered)} of {oneDecimal.format(maximum / answered)}
        <span className={classes.count}>
          {formatNumber(answered)} {answered === 1 ? 'answer' : 'answers'}
        </span>
      </td>
      <td>
        {formatNumber(lost)}
        <span className={classes.bar} aria-hidden>
          <i style={{ width: `${(100 * lost) / most}%` }} />
        </span>
      </td>
    </tr>
  );
}
