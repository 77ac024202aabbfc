import { stages, type Stage } from '#domain/workflow/stages.ts';

/**
 * An assessment as far as repeat findings go: what was asked at one hotel in one stage of one
 * calendar year. `answered` and `findings` count the answers at one standard.
 */
export type Assessment = {
  readonly year: number;
  /** Null where the hotel's stage at that time is not known. */
  readonly stage: Stage | null;
  readonly answered: number;
  readonly findings: number;
  /** The findings that lie in the period that is looked at. */
  readonly findingsNow: number;
};

/**
 * Returns whether a standard is a repeat finding at a hotel (rule 76): it was a finding in the
 * period, and also in the assessment before that one. Assessments that did not ask it are no break.
 */
export function isRepeatFinding(assessments: readonly Assessment[]): boolean {
  const asked = assessments.filter(({ answered }) => answered > 0).toSorted(inTime);
  return asked.some((one, place) => one.findingsNow > 0 && (asked[place - 1]?.findings ?? 0) > 0);
}

function inTime(one: Assessment, other: Assessment): number {
  const stageOf = ({ stage }: Assessment) => (stage === null ? -1 : stages.indexOf(stage));
  return one.year - other.year || stageOf(one) - stageOf(other);
}
