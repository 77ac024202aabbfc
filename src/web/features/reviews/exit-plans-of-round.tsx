import type { ExitPlan } from '#domain/actions/exit-plan.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import { countWords, formatDay, formatMoment } from '#web/lib/format.ts';
import classes from './reviews.module.css';

/** Shows what was agreed in the exit meetings of a round, the latest first, each in a fold. */
export function ExitPlansOfRound({ plans }: { plans: readonly ExitPlan[] }) {
  return plans.map((plan) => (
    <details key={plan.id} className={classes.exitPlan}>
      <summary>
        Plan of the exit meeting, {formatMoment(plan.heldAt)}:{' '}
        {countWords(plan.items.length, 'finding')}
      </summary>
      <p className={classes.soft}>
        Held by {plan.by}.{' '}
        {plan.status === 'official' ? 'Official.' : 'Official when the round is approved.'}
      </p>
      <ol>
        {plan.items.map(({ clientId, questionText, what, owner, dueOn, became }) => (
          <li key={clientId}>
            <strong>{questionText}</strong>
            <div>{what || 'It was not said what will be done.'}</div>
            <div className={classes.soft}>
              {owner?.name ?? 'Nobody yet'}, by {formatDay(dueOn)}
              {became === 'not-a-finding' && ' · Not a finding in the approved round'}
            </div>
          </li>
        ))}
      </ol>
      <SignaturesOf plan={plan} />
    </details>
  ));
}

function SignaturesOf({ plan: { by, signatures } }: { plan: ExitPlan }) {
  const { assessor, hotel, hotelName } = signatures;
  const all = [
    { fileId: assessor, name: by },
    { fileId: hotel, name: hotelName || 'the hotel' },
  ];
  return (
    <div className={classes.signatures}>
      {all.map(({ fileId, name }) =>
        fileId === null ? (
          <p key={name}>Not signed by {name}</p>
        ) : (
          <figure key={fileId}>
            <img
              src={evidencePath(fileId, 'file')}
              alt={`Signature of ${name}`}
              width={200}
              height={80}
              loading="lazy"
            />
            <figcaption>{name}</figcaption>
          </figure>
        ),
      )}
    </div>
  );
}
