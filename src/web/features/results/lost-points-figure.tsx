import { useQuery } from '@tanstack/react-query';

import type { LostPoints } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import {
  countWords,
  formatDecimal,
  formatNumber,
  formatPercent,
  roundPoints,
} from '#web/lib/format.ts';
import { once } from '#domain/once.ts';
import { plural } from '#domain/plural.ts';
import { FigurePanel } from './figure-panel.tsx';
import classes from './lost-points-figure.module.css';
import { lostPointsQuery } from './read-results.ts';
import { ToResponses } from './to-responses.tsx';

type Question = LostPoints['questions'][number];

/** Shows the questions that lose the most points, because training pays there first. */
export function LostPointsFigure({ filter }: { filter: ResultsFilter }) {
  return (
    <FigurePanel
      subject="Questions that lose the most points"
      query={useQuery(lostPointsQuery(filter))}
      height={626}
      isEmpty={({ totalLost }) => totalLost === 0}
      nothing={({ total }) => (total > 0 ? 'No points were lost in this range' : undefined)}
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
                most={Math.max(...questions.map(({ lost }) => lost))}
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
  // The list is filled up with questions that lose nothing.
  const losing = questions.filter((one) => one.lost > 0).length;
  return `${formatNumber(losing)} of ${countWords(total, 'question')} ${plural(losing, 'loses', 'lose')} ${share} of all points lost`;
}

const points = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }));

function meanPoints({ score, answered, maximum }: Question): string {
  return formatDecimal(roundPoints({ score: score / answered, maximum: maximum / answered }));
}

type RowProps = { question: Question; most: number };

function Row({ question, most }: RowProps) {
  const { surveyId, surveyTitle, questionId, text, kpeCategory } = question;
  const { answered, maximum, lost } = question;
  return (
    <tr>
      <th scope="row">
        <ToResponses
          only={{ survey: surveyId, question: questionId }}
          className={classes.question}
          title="The responses that lost points here"
        >
          {text}
        </ToResponses>
        <span className={classes.where}>
          <ToResponses only={{ survey: surveyId }} title={`Only ${surveyTitle}`}>
            {surveyTitle}
          </ToResponses>
          {kpeCategory && `, ${kpeCategory}`}
        </span>
      </th>
      <td>
        {meanPoints(question)} of {points().format(maximum / answered)}
        <span className={classes.count}>{countWords(answered, 'answer')}</span>
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
