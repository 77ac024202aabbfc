import { Button } from '@mantine/core';

import type { ExitPlan } from '#domain/actions/exit-plan.ts';
import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { evidencePath } from '#web/lib/evidence-path.ts';
import { countWords, formatDay, formatMoment } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { useChoosePlan } from './choose-plan.ts';
import classes from './reviews.module.css';

/**
 * Shows what was agreed in the exit meetings of a round, the latest first, each in a fold. If two plans differ,
 * each finding shows which one counts, and people can decide between signed plans (rule 171).
 */
export function ExitPlansOfRound({ plans }: { plans: readonly ExitPlan[] }) {
  return plans.map((plan) => (
    <details key={plan.id} className={classes.exitPlan} open={undecidedIn(plan) > 0}>
      <summary>
        Plan of the exit meeting, {formatMoment(plan.heldAt)}:{' '}
        {countWords(plan.items.length, 'finding')}
        {undecidedIn(plan) > 0 && `, ${undecidedIn(plan)} to decide`}
      </summary>
      <p className={classes.soft}>
        Held by {plan.by}
        {plan.sentBy !== null && `, sent by ${plan.sentBy}`}.{' '}
        {plan.status === 'official' ? 'Official.' : 'Official when the round is approved.'}
      </p>
      <ol>
        {plan.items.map((item) => (
          <li key={item.clientId}>
            <strong>{item.questionText}</strong>
            <div>{item.what || 'It was not said what will be done.'}</div>
            <div className={classes.soft}>
              {item.owner?.name ?? 'Nobody yet'}, by {formatDay(item.dueOn)}
              {item.became === 'not-a-finding' && ' · Not a finding in the approved round'}
            </div>
            <WhatHolds plan={plan} item={item} />
          </li>
        ))}
      </ol>
      <SignaturesOf plan={plan} />
    </details>
  ));
}

function undecidedIn({ items }: ExitPlan): number {
  return items.filter(({ isUndecided }) => isUndecided).length;
}

type Otherwise = NonNullable<ExitPlan['items'][number]['otherwise']>;

const whyWords: Readonly<Record<Otherwise['why'], string>> = {
  later: 'What was said later holds.',
  signed: 'The signed plan holds.',
  undecided: 'Both plans are signed. The one that was held first holds until somebody decides.',
  decided: 'Somebody decided that it holds.',
};

/** Says how another plan differs, and shows the button to decide. */
function WhatHolds({ plan, item }: { plan: ExitPlan; item: ExitPlan['items'][number] }) {
  const { otherwise, isUndecided, questionText } = item;
  const isOnline = useIsOnline();
  const person = useCurrentUser();
  const { mutate, isPending } = useChoosePlan(plan.roundId ?? 0);
  const canDecide = isUndecided || otherwise?.why === 'decided';
  if (!otherwise && !isUndecided) return null;
  return (
    <div className={classes.otherwise} data-open={isUndecided}>
      {otherwise ? (
        <p>
          {otherwise.by} said otherwise: {inWords(otherwise)}. {whyWords[otherwise.why]}
        </p>
      ) : (
        <p>This holds until somebody decides. Another signed plan differs.</p>
      )}
      {canDecide && plan.roundId !== null && can(person, 'actions.write') && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={!isOnline}
          loading={isPending}
          aria-label={`Use the plan of ${plan.by} for: ${questionText}`}
          onClick={() => mutate({ plan: plan.clientId, questionKeys: [item.questionKey] })}
        >
          Let this plan hold
        </Button>
      )}
      {canDecide && !isOnline && <p className={classes.soft}>Deciding needs a connection.</p>}
    </div>
  );
}

function inWords({ what, owner, dueOn }: Otherwise): string {
  const parts = [what !== undefined && `“${what}”`, owner, dueOn && `by ${formatDay(dueOn)}`];
  return parts.filter(Boolean).join(', ');
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
