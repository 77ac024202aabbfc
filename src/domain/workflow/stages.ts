/** The six stages in their order (rule 51). */
export const stages = [
  'Initiated',
  'Onsite Assessment',
  'Virtual Session',
  'Virtual Re-Assessment',
  'Evaluation',
  'Disposition',
] as const;
export type Stage = (typeof stages)[number];

/** The statuses of a hotel, which it has beside its stage (rule 51). */
export const hotelStatuses = ['Pending', 'Active', 'Complete'] as const;
export type HotelStatus = (typeof hotelStatuses)[number];

/**
 * The number of days after which a hotel has been in its stage for too long. No rule limits the
 * stay, so nothing enforces it: the board only shows the days in amber.
 */
export const longInStage = 45;

/** Returns whether a hotel with work left has been in its stage for more days than that. */
export function isLongInStage(
  { stage, status }: { readonly stage: Stage; readonly status: HotelStatus },
  days: number,
): boolean {
  return days > longInStage && stage !== 'Disposition' && status !== 'Complete';
}

/** The message of a refused stage change, on the board and from the server. */
export const stageGuardDetail =
  'Cannot set stage to Virtual Re-Assessment without completing Virtual Session first.';

/**
 * Returns whether a hotel may move to this stage. It may move to any stage but one: Virtual Re-Assessment
 * needs the completion date of the virtual session.
 */
export function mayMoveTo(
  stage: Stage,
  hotel: { readonly virtualSessionCompletionDate: string | null },
): boolean {
  return stage !== 'Virtual Re-Assessment' || hotel.virtualSessionCompletionDate !== null;
}

/** Returns the status that a move to a stage sets; undefined leaves it as it is. */
export function statusOnMoveTo(stage: Stage): HotelStatus | undefined {
  return stage === 'Initiated' ? undefined : 'Active';
}
