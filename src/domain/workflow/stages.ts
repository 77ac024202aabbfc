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
