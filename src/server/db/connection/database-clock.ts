import { sql } from 'kysely';

import type { Db } from '#server/db/statements/transaction.ts';
import type { Say } from '#server/say.ts';

/** Milliseconds from one comparison of the two clocks to the next. */
const aMinute = 60_000;
/** Differences in milliseconds that an operator need not know about. */
const small = 5_000;

/**
 * Returns a clock, in milliseconds since 1970, that shows the time of the database. All processes use it, so that a
 * time which one of them stored means the same to the others, whatever their machines' clocks show.
 *
 * `measure` compares the machine's clock (`own`) with the database's. It runs now and every minute. The database read
 * its clock at some moment between sending the question and receiving the reply, so we know the difference only within
 * that time. We change the difference only as far as the reply contradicts it. So a slow reply never moves a clock
 * that is right. While the database does not respond, the last difference is used.
 */
export async function keepDatabaseClock(
  db: Db,
  say: Say,
  own: () => number = Date.now,
): Promise<{ now: () => number; measure: () => Promise<void> }> {
  let ahead = 0;
  let told = 0;
  const measure = async () => {
    const before = own();
    const { rows } = await sql<{ at: number }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db);
    const { at } = rows[0]!;
    ahead = Math.min(Math.max(ahead, before - at), own() - at);
    if (Math.abs(ahead - told) < small) return;
    told = ahead;
    say(differs(Math.round(ahead / 1000)), 'warn');
  };
  await measure();
  setInterval(() => void measure().catch(() => {}), aMinute).unref();
  return { now: () => own() - ahead, measure };
}

function differs(seconds: number): string {
  if (seconds === 0) return "This machine's clock agrees with the database's again.";
  const how = seconds > 0 ? `${seconds} s ahead of` : `${-seconds} s behind`;
  return `This machine's clock is ${how} the database's. The server uses the database's.`;
}
