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

/** A hotel's own, beside its stage (rule 51). */
export const hotelStatuses = ['Pending', 'Active', 'Complete'] as const;
export type HotelStatus = (typeof hotelStatuses)[number];

/**
 * Days after which a hotel has been in its stage for long. No rule sets a limit, so none is enforced:
 * the board shows the days in amber.
 */
export const longInStage = 45;

/** Whether a hotel that has work left has been in its stage beyond that. */
export function isLongInStage(
  { stage, status }: { readonly stage: Stage; readonly status: HotelStatus },
  days: number,
): boolean {
  return days > longInStage && stage !== 'Disposition' && status !== 'Complete';
}

/** What a refused stage change says, on the board and from the server. */
export const stageGuardDetail =
  'Cannot set stage to Virtual Re-Assessment without completing Virtual Session first.';

/**
 * May a hotel move to this stage? Any stage but one: Virtual Re-Assessment waits for the
 * completion date of the Virtual Session.
 */
export function mayMoveTo(
  stage: Stage,
  hotel: { readonly virtualSessionCompletionDate: string | null },
): boolean {
  return stage !== 'Virtual Re-Assessment' || hotel.virtualSessionCompletionDate !== null;
}

/** The status that a move to a stage brings along; undefined leaves it as it is. */
export function statusOnMoveTo(stage: Stage): HotelStatus | undefined {
  return stage === 'Initiated' ? undefined : 'Active';
}
