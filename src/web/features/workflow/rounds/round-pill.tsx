import { Link } from '@tanstack/react-router';

import { roundNames, type Round } from '#domain/rounds/round.ts';
import { countWords, formatDate, formatDay } from '#web/lib/format.ts';
import { roundPath } from '#web/paths.ts';
import { Score } from '#web/ui/charts/score.tsx';
import { roundStatusWords } from '#web/ui/rounds/round-status-words.ts';
import classes from './rounds.module.css';
import { isProvisional } from './shown-rounds.ts';

type Props = { hotelId: number; round: Round; approves: boolean };

/** Shows a round in a few words, and links to its page. */
export function RoundPill({ hotelId, round, approves }: Props) {
  const { id, kind, status, responses, percent, verdict } = round;
  return (
    <Link to={roundPath(hotelId, id)} className={classes.pill} data-status={status} preload={false}>
      <strong>{roundNames[kind]}</strong>
      {responses > 0 && (
        <span>
          <Score percent={percent} verdict={verdict} />
          {isProvisional(round, approves) && ' provisional'}
        </span>
      )}
      {responses > 0 && <span>{countWords(responses, 'interview')}</span>}
      <span>{statusWords(round)}</span>
    </Link>
  );
}

/** Returns for example "Planned from 3 Mar 2026 to 5 Mar 2026" or "Approved 12 Mar 2026". */
export function statusWords({ status, approvedAt, plannedFrom, plannedTo }: Round): string {
  if (approvedAt) return `${roundStatusWords.approved} ${formatDate(approvedAt)}`;
  if (status !== 'planned') return roundStatusWords[status];
  const from = plannedFrom && ` from ${formatDay(plannedFrom)}`;
  const to = plannedTo && ` to ${formatDay(plannedTo)}`;
  return `${roundStatusWords.planned}${from ?? ''}${to ?? ''}`;
}
