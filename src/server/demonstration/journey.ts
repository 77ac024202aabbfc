import { stages, type HotelStatus, type Stage } from '#domain/workflow/stages.ts';
import { actionPlans, evaluationFindings } from './evaluation-words.ts';
import { calendarDay, day } from './moments.ts';
import type { Random } from './random.ts';

/** The number of hotels in each stage. */
const funnel: Readonly<Record<Stage, number>> = {
  Initiated: 10,
  'Onsite Assessment': 17,
  'Virtual Session': 11,
  'Virtual Re-Assessment': 9,
  Evaluation: 8,
  Disposition: 13,
};
export const stageOfEach = stages.flatMap((stage) =>
  Array.from({ length: funnel[stage] }, () => stage),
);

/** The days that a hotel spent in a stage that it has left, and in the stage that it is in. */
const daysIn: Readonly<Record<Stage, { left: [number, number]; present: [number, number] }>> = {
  Initiated: { left: [10, 30], present: [3, 40] },
  'Onsite Assessment': { left: [30, 65], present: [12, 50] },
  'Virtual Session': { left: [45, 80], present: [8, 50] },
  'Virtual Re-Assessment': { left: [35, 65], present: [12, 48] },
  Evaluation: { left: [25, 45], present: [6, 35] },
  Disposition: { left: [0, 0], present: [8, 170] },
};

/** When a hotel entered each of its stages, in milliseconds since 1970. */
export type Entered = Partial<Record<Stage, number>>;

/** Returns when a hotel entered its stages, computed back from now, present stage first. */
export function enteredStages(random: Random, now: number, stage: Stage): Entered {
  const present = stages.indexOf(stage);
  const entered: Entered = {};
  let moment = now;
  for (const one of stages.slice(0, present + 1).toReversed()) {
    const [least, most] = one === stage ? daysIn[one].present : daysIn[one].left;
    moment -= random.between(least, most) * day;
    entered[one] = moment;
  }
  return entered;
}

/**
 * Returns when a hotel entered its stages in the cycle before its present one: it was assessed for most
 * of the time, and finished shortly before the next cycle began.
 */
export function formerCycle(since: number, next: number): Entered {
  const share = (part: number) => Math.round(since + part * (next - since));
  return {
    Initiated: since,
    'Onsite Assessment': since + 8 * day,
    'Virtual Session': share(0.45),
    'Virtual Re-Assessment': share(0.55),
    Evaluation: next - 24 * day,
    Disposition: next - 10 * day,
  };
}

/** A hotel's way through its stages: the present cycle, and the one before it where there was one. */
type Way = { entered: Entered; former?: Entered };

/** Returns the stage in which a hotel was at a moment. */
export function stageAt({ entered, former }: Way, at: number): Stage {
  const cycle = former && at < (entered.Initiated ?? 0) ? former : entered;
  return stages.findLast((one) => (cycle[one] ?? Infinity) <= at) ?? 'Initiated';
}

/** Returns the stages that a cycle has reached, each with when the hotel entered it. */
export function stepsOf(cycle: Entered = {}): { stage: Stage; at: number }[] {
  return stages.flatMap((stage) => {
    const at = cycle[stage];
    return at === undefined ? [] : [{ stage, at }];
  });
}

/** Returns the fields of a hotel that depend on its stage, as people would have filled them in. */
export function standing(random: Random, now: number, stage: Stage, entered: Entered) {
  return {
    stage,
    status: statusAt(random, stage),
    virtualSessionCompletionDate: completed(random, now, entered, 'Virtual Session'),
    virtualReAssessmentCompletionDate: completed(random, now, entered, 'Virtual Re-Assessment'),
    evaluationNotes: evaluationNotes(random, stage),
  };
}

/**
 * Returns a hotel's status. Moving on makes a hotel Active; people set Complete by hand at the end.
 */
function statusAt(random: Random, stage: Stage): HotelStatus {
  if (stage === 'Initiated') return 'Pending';
  return stage === 'Disposition' && random.chance(0.75) ? 'Complete' : 'Active';
}

/**
 * Returns the day a stage was completed: just before the hotel left it. Some hotels that are still
 * in the stage have a recent date.
 */
function completed(random: Random, now: number, entered: Entered, stage: Stage): string | null {
  const began = entered[stage];
  if (began === undefined) return null;
  const left = entered[stages[stages.indexOf(stage) + 1] ?? stage];
  if (left !== undefined) return calendarDay(left - random.between(0, 3) * day);
  return random.chance(0.4) ? calendarDay(random.between((began + now) / 2, now)) : null;
}

function evaluationNotes(random: Random, stage: Stage): string | null {
  if (stage === 'Disposition')
    return `${random.pick(evaluationFindings)} ${random.pick(actionPlans)}`;
  if (stage !== 'Evaluation' || random.chance(0.2)) return null;
  return random.pick(evaluationFindings);
}
