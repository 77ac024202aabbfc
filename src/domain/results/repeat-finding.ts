/** The bits that are stored for one answer. The answers of one assessment are combined by "or". */
export const marks = { answered: 1, finding: 2 } as const;

/**
 * The bits for one standard at a hotel. `finding` is about the last assessment, the others about
 * the chosen period.
 */
export const known = { finding: 2, answeredNow: 4, findingNow: 8, repeat: 16 } as const;

/**
 * Returns the bits that an answer adds to its assessment. `isNow` is true when the answer lies in
 * the chosen period.
 */
export function inAssessment(mark: number, isNow: boolean): number {
  return isNow ? mark | (mark << 2) : mark;
}

/**
 * Adds one more assessment of a hotel to what is known of a standard there. Call it in time order.
 * The standard is a repeat finding (rule 76) when it was a finding in the chosen period and also in
 * the assessment before that one. An assessment that did not ask it is skipped.
 */
export function afterAssessment(before: number, assessment: number): number {
  if ((assessment & marks.answered) === 0) return before;
  const isRepeat = assessment & known.findingNow && before & known.finding;
  return (before & ~known.finding) | (assessment & ~marks.answered) | (isRepeat ? known.repeat : 0);
}
