import { seededRandom, type Random } from '#server/demonstration/random.ts';
import { choiceQuestions, makeKill, makeLives, type Kill, type LifePlan } from './schedule.ts';

export type CorrectionAct =
  | { do: 'begin' | 'finish' | 'sync'; device: number }
  | { do: 'answer'; device: number; question: number; choice: number }
  | { do: 'set clock'; by: number }
  | { do: 'approve' };

export type CorrectionSchedule = {
  seed: number;
  acts: CorrectionAct[];
  /** The lives of each device's tab, one after the other. */
  lives: LifePlan[][];
  kill: Kill | null;
};

const twoDevicesShare = 0.5;
const approvingShare = 0.2;
const killingShare = 0.2;
const day = 24 * 60 * 60_000;

export function makeCorrectionSchedule(seed: number): CorrectionSchedule {
  const random = seededRandom(Math.imul(seed, 0x2545f491));
  const devices = random.chance(twoDevicesShare) ? [0, 1] : [0];
  const rows = devices.map((device) => actsOf(random, device));
  const acts: CorrectionAct[] = [];
  while (rows.some((row) => row.length > 0)) {
    acts.push(random.pick(rows.filter((row) => row.length > 0)).shift() as CorrectionAct);
    if (random.chance(0.05)) acts.push({ do: 'set clock', by: random.pick([-day, 40 * day]) });
  }
  if (random.chance(approvingShare))
    acts.splice(random.whole(0, acts.length), 0, { do: 'approve' });
  const misery = random.pick([0.1, 0.3, 0.6]);
  return {
    ...{ seed, acts, lives: devices.map(() => makeLives(random, misery)) },
    kill: random.chance(killingShare) ? makeKill(random) : null,
  };
}

function actsOf(random: Random, device: number): CorrectionAct[] {
  const acts: CorrectionAct[] = [{ do: 'begin', device }];
  for (let more = random.whole(1, 4); more > 0; more -= 1) {
    const question = random.whole(0, choiceQuestions - 1);
    acts.push({ do: 'answer', device, question, choice: random.whole(0, 2) });
    if (random.chance(0.2)) acts.push({ do: 'begin', device });
    if (random.chance(0.2)) acts.push({ do: 'sync', device });
  }
  if (random.chance(0.8)) acts.push({ do: 'finish', device });
  for (let more = random.whole(1, 3); more > 0; more -= 1) acts.push({ do: 'sync', device });
  // Begun again after it was sent: this device must refuse it.
  if (random.chance(0.3)) acts.push({ do: 'begin', device });
  return acts;
}
