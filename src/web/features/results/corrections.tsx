import { IconArrowRight } from '@tabler/icons-react';

import type { Revision } from '#domain/responses/correction.ts';
import type { ResponseDetail } from '#domain/responses/response.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { formatMoment, formatPercent } from '#web/lib/format.ts';
import classes from './corrections.module.css';

/** Lists the response's corrections, the latest first: who, when, why, and what was replaced. */
export function Corrections({ response }: { response: ResponseDetail }) {
  const { revisions = [] } = response;
  if (revisions.length === 0) return null;
  return (
    <section className={classes.corrections} aria-labelledby="corrections">
      <h3 id="corrections">Corrected after completion</h3>
      <ol className={classes.list} reversed>
        {revisions.map((revision, place) => (
          <Correction
            key={revision.number}
            revision={revision}
            after={revisions[place - 1] ?? response}
          />
        ))}
      </ol>
    </section>
  );
}

type CorrectionProps = {
  revision: Revision;
  after: Pick<ResponseDetail, 'totalScore' | 'maxScore'>;
};

function Correction({ revision, after }: CorrectionProps) {
  const { at, by, reason, cause, changes } = revision;
  return (
    <li>
      <p className={classes.head}>
        <span>
          {cause === 'appeal' && 'Appeal upheld: '}
          {by ?? 'Someone who has left'}, {formatMoment(at)}
        </span>
        <BeforeAfter
          before={formatPercent(percentOf(revision))}
          after={formatPercent(percentOf(after))}
        />
      </p>
      {reason && (
        <p className={classes.reason} dir="auto">
          {reason}
        </p>
      )}
      <ul className={classes.changes}>
        {changes.map(({ questionId, number, text, from, to }) => (
          <li key={questionId}>
            <span className={classes.asked}>
              {number}. <bdi>{text}</bdi>
            </span>
            <BeforeAfter before={inWords(from)} after={inWords(to)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

type Side = Revision['changes'][number]['from'];

function inWords({ answer, score }: Side): string {
  const words = answer ?? 'Not answered';
  return score === null ? words : `${words} (${score})`;
}

function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <span className={classes.change}>
      <del>{before}</del> <IconArrowRight size={14} aria-label="became" /> <ins>{after}</ins>
    </span>
  );
}
