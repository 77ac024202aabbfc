import { ScrollArea, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { comparisonSchema, type Comparison as Compared } from '#domain/rounds/reassessment.ts';
import { countWords, formatNumber, nothing, roundPoints } from '#web/lib/format.ts';
import { cachedQuery } from '#web/offline/readings/cached-query.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Score } from '#web/ui/charts/score.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './comparison.module.css';

type Question = Compared['questions'][number];

/** Shows a re-assessment beside the round that it repeats: three figures, and each question. */
export function Comparison({ roundId }: { roundId: number }) {
  const { data, error, refetch } = useQuery({
    ...cachedQuery({ path: `/api/rounds/${roundId}/comparison`, schema: comparisonSchema }),
    refetchOnMount: 'always',
  });
  if (error && !data)
    return (
      <LoadError
        title="The comparison could not be loaded"
        offline="The comparison needs a connection"
        error={error}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={320} />;
  return (
    <section className={classes.comparison} aria-label="Comparison">
      <Figures compared={data.value} />
      <Questions questions={data.value.questions} />
    </section>
  );
}

function Figures({ compared: { was, again, carried, before } }: { compared: Compared }) {
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>Then, {before.stage}</dt>
          <dd>
            <Score percent={was} bare />
          </dd>
        </div>
        <div>
          <dt>Again</dt>
          <dd>{againWords(again)}</dd>
        </div>
        <div>
          <dt>Carried</dt>
          <dd>
            <Score percent={carried} bare />
          </dd>
        </div>
      </dl>
      <p className={classes.soft}>
        Carried is the score of the {before.stage} with the new points of what was asked again.
      </p>
    </>
  );
}

function Questions({ questions }: Pick<Compared, 'questions'>) {
  return (
    <ScrollArea
      // The area scrolls, so keyboard users must be able to focus it.
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': 'Questions asked again' }}
    >
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Then</th>
            <th scope="col">Again</th>
            <th scope="col" data-number>
              Change
            </th>
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <Row key={question.key} question={question} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/**
 * Returns for example "9 of 12 passed", then how many are not applicable and how many are still to
 * be asked.
 */
export function againWords({ asked, passed, notApplicable, open }: Compared['again']): string {
  const more = [
    notApplicable > 0 && `${formatNumber(notApplicable)} not applicable`,
    open > 0 && `${countWords(open, 'question')} still to ask`,
  ];
  return [`${formatNumber(passed)} of ${formatNumber(asked)} passed`, ...more]
    .filter(Boolean)
    .join(', ');
}

const outcomeWords: Readonly<Record<Question['outcome'], string | null>> = {
  passed: null,
  finding: null,
  'not-applicable': 'Not applicable',
  open: 'Not asked yet',
};

function Row({ question }: { question: Question }) {
  const { name, text, was, again, change, outcome, repeat } = question;
  return (
    <tr>
      <th scope="row">
        <strong>{name}</strong> {text}
        {repeat && (
          <span className={classes.badge}>
            <StatusBadge tone="bad">Repeat finding</StatusBadge>
          </span>
        )}
      </th>
      <td data-label="Then">
        <Points points={was} />
      </td>
      <td data-label="Again">
        {outcomeWords[outcome] ?? <Points points={again} />}
        {outcome === 'finding' && (
          <span className={classes.badge}>
            <StatusBadge tone="warn">Finding</StatusBadge>
          </span>
        )}
      </td>
      <td data-label="Change" data-number>
        {change === null ? nothing : changeWords(change)}
      </td>
    </tr>
  );
}

function Points({ points }: { points: Question['was'] }) {
  if (!points) return nothing;
  const { maximum, answer } = points;
  return (
    <>
      {answer ?? 'Not answered'}
      <span className={classes.soft}>
        {' '}
        {formatNumber(roundPoints(points))} of {inTenths(maximum)}
      </span>
    </>
  );
}

/** Returns points with at most one decimal. The points of several interviews are a mean. */
function inTenths(points: number): string {
  return formatNumber(Math.round(10 * points) / 10);
}

function changeWords(change: number): string {
  if (change === 0) return '0';
  // A small change is not rounded away either.
  return `${change > 0 ? '+' : '−'}${inTenths(Math.max(0.1, Math.abs(change)))}`;
}
