import type { Cycle, HotelRounds, Round } from '#domain/rounds/round.ts';

/** The cycles that the line of a hotel's rounds shows: the present one, and the former ones. */
type ShownRounds = {
  present: Cycle;
  former: readonly Cycle[];
  approves: boolean;
};

/**
 * Returns the cycles whose rounds are worth showing. Returns null when they would only repeat the six stages:
 * there is one cycle, its stages opened the rounds, and nobody planned, submitted or approved any.
 */
export function shownRounds({ cycles, approves }: HotelRounds): ShownRounds | null {
  const [present, ...former] = cycles.map((cycle) => ({
    ...cycle,
    rounds: cycle.rounds.filter(isWorthSeeing),
  }));
  if (!present) return null;
  if (former.length === 0 && !present.rounds.some(isPersonsWork)) return null;
  return { present, former, approves };
}

function isWorthSeeing(round: Round): boolean {
  return round.responses > 0 || (isPersonsWork(round) && !isOver(round));
}

function isPersonsWork({ isPersons, submittedAt, approvedAt }: Round): boolean {
  return isPersons || submittedAt !== null || approvedAt !== null;
}

function isOver({ status }: Pick<Round, 'status'>): boolean {
  return status === 'closed' || status === 'cancelled';
}

/** True when somebody may still approve the round, in an installation where rounds are approved. */
export function isProvisional(round: Round, approves: boolean): boolean {
  return approves && !isOver(round) && round.approvedAt === null && round.responses > 0;
}
