/** The bits that are stored for one answer. The answers of one assessment are combined by "or". */
export const marks = { answered: 1, finding: 2 } as const;

/**
 * The bits of what is known of a standard at a hotel. `finding` is about the last assessment, the others
 * about the period that is looked at.
 */
export const known = { finding: 2, answeredNow: 4, findingNow: 8, repeat: 16 } as const;

/**
 * Returns the bits that an answer adds to its assessment. `isNow` is true in the period that is looked at.
 */
export function inAssessment(mark: number, isNow: boolean): number {
  return isNow ? mark | (mark << 2) : mark;
}

/**
 * Returns what is known of a standard at a hotel after one more of its assessments, which are given
 * in time order. The standard is a repeat finding (rule 76) where it was a finding in the period,
 * and also in the assessment before that one. An assessment that did not ask it is no break.
 */
export function afterAssessment(before: number, assessment: number): number {
  if ((assessment & marks.answered) === 0) return before;
  const isRepeat = assessment & known.findingNow && before & known.finding;
  return (before & ~known.finding) | (assessment & ~marks.answered) | (isRepeat ? known.repeat : 0);
}
