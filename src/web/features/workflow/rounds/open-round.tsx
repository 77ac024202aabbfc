import { roundNames } from '#domain/rounds/round.ts';
import { useInterviews } from '#web/features/workflow/use-interviews.ts';
import { countWords } from '#web/lib/format.ts';
import classes from './rounds.module.css';
import { isProvisional } from './shown-rounds.ts';
import { useRounds } from './use-rounds.ts';

/**
 * Says in one line what is open at the hotel before somebody moves it on: "Onsite round: 2 interviews in
 * progress, not approved". It stops nobody, and shows nothing where nothing is open.
 */
export function OpenRound({ hotelId }: { hotelId: number }) {
  const rounds = useRounds(hotelId);
  const { inProgress } = useInterviews(hotelId);
  const round = rounds?.cycles[0]?.rounds.find(({ isCurrent }) => isCurrent);
  if (!rounds || !round) return null;
  const open = [
    ...(inProgress.length > 0 ? [`${countWords(inProgress.length, 'interview')} in progress`] : []),
    ...(isProvisional(round, rounds.approves) ? ['not approved'] : []),
  ];
  if (open.length === 0) return null;
  return (
    <p className={classes.open}>
      {roundNames[round.kind]} round: {open.join(', ')}
    </p>
  );
}
