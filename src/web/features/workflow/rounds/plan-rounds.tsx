import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

import { can } from '#domain/people/person.ts';
import type { RoundChange } from '#domain/rounds/plan.ts';
import { whyNotOpened } from '#domain/rounds/opens-in.ts';
import { roundNames, type Round } from '#domain/rounds/round.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { CycleOutcome } from './cycle-outcome.tsx';
import { statusWords } from './round-pill.tsx';
import classes from './rounds.module.css';
import { useChangeRound } from './save-round.ts';
import { useRounds } from './use-rounds.ts';

const PlanDialog = lazy(async () => ({ default: (await import('./plan-dialog.tsx')).PlanDialog }));

/**
 * Shows the hotel's planned rounds with buttons to open, change or cancel each, and a button to plan another.
 * If the cycle has ended, it shows the field for the cycle's outcome instead.
 */
export function PlanRounds({ hotelId, stage }: { hotelId: number; stage: Stage }) {
  const [edited, setEdited] = useState<{ round?: Round }>();
  const [cycle] = useRounds(hotelId)?.cycles ?? [];
  if (!can(useCurrentUser(), 'rounds.plan') || !cycle) return null;
  if (cycle.endedAt !== null)
    return (
      <div className={classes.plan}>
        <CycleOutcome key={cycle.outcome} hotelId={hotelId} cycle={cycle} />
      </div>
    );
  const planned = cycle.rounds.filter(
    ({ status, isPersons }) => status === 'planned' || (status === 'open' && isPersons),
  );
  return (
    <div className={classes.plan}>
      {planned.length > 0 && (
        <ul className={classes.planned} aria-label="Planned rounds">
          {planned.map((round) => (
            <Planned
              key={round.id}
              hotelId={hotelId}
              round={round}
              whyNot={round.status === 'planned' ? whyNotOpened(round, stage) : null}
              onEdit={() => setEdited({ round })}
            />
          ))}
        </ul>
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => setEdited({})}>
        Plan a round
      </Button>
      {edited && (
        <Suspense>
          <PlanDialog
            key={edited.round?.id}
            opened
            hotelId={hotelId}
            round={cycle.rounds.find(({ id }) => id === edited.round?.id) ?? edited.round}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Makes the first letter lower case, for words after a colon: "planned from 3 Mar 2026". The month
 * keeps its capital.
 */
const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

type PlannedProps = {
  hotelId: number;
  round: Round;
  /** Why the round cannot be opened; null when it can. */
  whyNot: string | null;
  onEdit: () => void;
};

function Planned({ hotelId, round, whyNot, onEdit }: PlannedProps) {
  const isOnline = useIsOnline();
  const { mutate, isPending } = useChangeRound(hotelId);
  const name = `${roundNames[round.kind]} round`;
  const change = (wanted: RoundChange) =>
    mutate(
      { ...round, change: wanted },
      { onError: (error) => toast.error('Failed to change the round', whyFailed(error)) },
    );
  const cancel = async () => {
    const isSure = await confirm({
      title: `Cancel the ${name.toLowerCase()}?`,
      message: 'Its interviews stay and count as before. It cannot be opened again.',
      confirmLabel: 'Cancel round',
      cancelLabel: 'Keep round',
      danger: true,
    });
    if (isSure) change({ status: 'cancelled' });
  };
  const shared = { variant: 'default', size: 'compact-sm', disabled: !isOnline } as const;
  return (
    <li>
      <span>
        {name}: {lowerFirst(statusWords(round))}
      </span>
      {round.status === 'planned' && whyNot === null && (
        <Button {...shared} loading={isPending} onClick={() => change({ status: 'open' })}>
          Open
        </Button>
      )}
      <Button {...shared} onClick={onEdit}>
        Change
      </Button>
      <Button {...shared} onClick={() => void cancel()}>
        Cancel
      </Button>
      {whyNot !== null && <p className={classes.whyNot}>{whyNot}</p>}
    </li>
  );
}
