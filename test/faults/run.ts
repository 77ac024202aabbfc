import { play, type Played } from './play.ts';
import type { Ground } from './ground.ts';
import type { Bug } from './plant.ts';
import { isAlone, makeSchedule, type Schedule } from './schedule.ts';

export type Failure = Played & { seed: number };

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

/** Plays schedules and returns those that failed, by seed. */
export async function findFailures(ground: Ground, asked: Asked): Promise<Failure[]> {
  const { first, count, bug, tell, firstOnly = false } = asked;
  const schedules = Array.from({ length: count }, (_, n) => makeSchedule(first + n));
  const failures: Failure[] = [];
  let done = 0;
  const playAll = async (queue: Iterator<Schedule>) => {
    for (let next = queue.next(); !next.done; next = queue.next()) {
      if (firstOnly && failures.length > 0) return;
      const played = { ...(await play(ground, next.value, bug)), seed: next.value.seed };
      if (played.findings.length > 0) failures.push(played);
      done += 1;
      tell?.(played, done);
    }
  };
  const playCalm = () => {
    const queue = schedules.filter((one) => !isAlone(one)).values();
    return Promise.all(Array.from({ length: lanes }, () => playAll(queue)));
  };
  // One at a time: no other schedule may use a server that is killed or restored.
  const playKilling = () => playAll(schedules.filter(isAlone).values());
  // A bug on the server shows soonest where servers are killed.
  const parts = bug?.server ? [playKilling, playCalm] : [playCalm, playKilling];
  for (const part of parts) await part();
  return failures.toSorted((one, other) => one.seed - other.seed);
}
