import { Link } from '@tanstack/react-router';

import { openActionsInWords } from '#domain/actions/due.ts';
import { roundNames } from '#domain/rounds/round.ts';
import { useInterviews } from '#web/features/workflow/use-interviews.ts';
import { countWords } from '#web/lib/format.ts';
import { hotelPath } from '#web/paths.ts';
import classes from './rounds.module.css';
import { isProvisional } from './shown-rounds.ts';
import { useRounds } from './use-rounds.ts';

/**
 * Says what is open at the hotel before somebody moves it to another stage: "Onsite round: 2 interviews in
 * progress, not approved", and "3 actions open, 1 critical and overdue". It prevents nothing. It shows nothing
 * when nothing is open.
 */
export function OpenRound({ hotelId }: { hotelId: number }) {
  const rounds = useRounds(hotelId);
  const { inProgress } = useInterviews(hotelId);
  if (!rounds) return null;
  const { openActions } = rounds;
  const round = rounds.cycles[0]?.rounds.find(({ isCurrent }) => isCurrent);
  const open = [
    ...(inProgress.length > 0 ? [`${countWords(inProgress.length, 'interview')} in progress`] : []),
    ...(round && isProvisional(round, rounds.approves) ? ['not approved'] : []),
  ];
  return (
    <>
      {round && open.length > 0 && (
        <p className={classes.open}>
          {roundNames[round.kind]} round: {open.join(', ')}
        </p>
      )}
      {openActions && (
        <p className={classes.open} data-overdue={openActions.overdue > 0}>
          <Link to={hotelPath(hotelId)} search={{ tab: 'actions' }} preload={false}>
            {openActionsInWords(openActions)}
          </Link>
        </p>
      )}
    </>
  );
}
