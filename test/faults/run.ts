import type { Kind } from '#web/offline/outbox/kinds.ts';
import { makeCorrectionSchedule } from './correction-schedule.ts';
import { play, type Played } from './play.ts';
import { playCorrection } from './play-correction.ts';
import type { Ground } from './ground.ts';
import type { Bug } from './plant.ts';
import { isAlone, makeSchedule } from './schedule.ts';

export type Failure = Played & { seed: number; isCorrection: boolean };

type Asked = {
  /** The first seed. The others follow it. */
  first: number;
  count: number;
  bug?: Bug | undefined;
  /** Called after each schedule. */
  tell?: (played: Failure, done: number) => void;
  /** Stops at the first failure. */
  firstOnly?: boolean;
};

/**
 * How many schedules are played at the same time. Each has its own device, and mostly waits for the
 * server.
 */
const lanes = 4;

/** One in so many seeds plays the correction of a returned response, instead of interviews. */
const correctionEvery = 6;

type Scenario = {
  seed: number;
  isCorrection: boolean;
  /** True when something happens to the server that other schedules would notice. */
  isAlone: boolean;
  play: (ground: Ground, bug?: Bug) => Promise<Played>;
};

function makeScenario(seed: number): Scenario {
  const isCorrection = seed % correctionEvery === correctionEvery - 1;
  if (!isCorrection) {
    const schedule = makeSchedule(seed);
    return {
      ...{ seed, isCorrection, isAlone: isAlone(schedule) },
      play: (ground, bug) => play(ground, schedule, bug),
    };
  }
  const schedule = makeCorrectionSchedule(seed);
  return {
    ...{ seed, isCorrection, isAlone: schedule.kill !== null },
    play: (ground, bug) => playCorrection(ground, schedule, bug),
  };
}

/** Plays schedules and returns those that failed, by seed. */
export async function findFailures(ground: Ground, asked: Asked): Promise<Failure[]> {
  const { first, count, bug, tell, firstOnly = false } = asked;
  const scenarios = Array.from({ length: count }, (_, n) => makeScenario(first + n));
  const failures: Failure[] = [];
  let done = 0;
  const playAll = async (queue: Iterator<Scenario>) => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      if (firstOnly && failures.length > 0) return;
      const { seed, isCorrection } = next.value;
      const played = { ...(await next.value.play(ground, bug)), seed, isCorrection };
      if (played.findings.length > 0) failures.push(played);
      done += 1;
      tell?.(played, done);
    }
  };
  const playCalm = () => {
    const queue = scenarios.filter((one) => !one.isAlone).values();
    return Promise.all(Array.from({ length: lanes }, () => playAll(queue)));
  };
  // One at a time: no other schedule may use a server that is killed or restored.
  const playKilling = () => playAll(scenarios.filter((one) => one.isAlone).values());
  // A bug on the server shows soonest where servers are killed.
  const parts = bug?.server ? [playKilling, playCalm] : [playCalm, playKilling];
  for (const part of parts) await part();
  return failures.toSorted((one, other) => one.seed - other.seed);
}

/** What was played, for the last line and for the proof that it was enough. */
export class Tally {
  readonly kills = { server: 0, database: 0 };
  corrections = 0;
  /** In how many schedules each kind of the outbox was sent. */
  readonly sent = new Map<Kind, number>();

  add({ killed, isCorrection, sent }: Failure): void {
    if (killed) this.kills[killed] += 1;
    this.corrections += Number(isCorrection);
    for (const kind of sent) this.sent.set(kind, (this.sent.get(kind) ?? 0) + 1);
  }
}
