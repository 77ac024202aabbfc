import { randomBytes } from 'node:crypto';

import { sql } from 'kysely';
import type { z } from 'zod';

import type { deviceReportSchema } from '#domain/sync/device.ts';
import { findDeleted } from '#server/db/people/deleted-people.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { hashToken } from '#server/http/auth-sessions.ts';

/**
 * The number of devices that one person can have. Further ones, those silent for longest, are
 * deleted unless something waits on them.
 */
const mostDevices = 100;

/** Stores a person's device and returns its token. The table holds the token's SHA-256. */
export async function registerDevice(
  db: Db,
  { id, name }: { id: number; name: string },
  label: string,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('devices')
    .values({ tokenHash: hashToken(token), userId: id, userName: name, label })
    .execute();
  const tooMany = db
    .selectFrom('devices')
    .select('tokenHash')
    .where('userId', '=', id)
    .orderBy('reportedAt', 'desc')
    .offset(mostDevices);
  await db
    .deleteFrom('devices')
    .where('tokenHash', 'in', tooMany)
    .where('waiting', '=', 0)
    .execute();
  return token;
}

/**
 * Stores a device's report, and returns whether its owner's account is active. An unknown token
 * costs one index lookup and writes nothing. A known one writes its own row, and only when the
 * report is new or the last one is a minute old.
 */
export async function noteReport(
  db: Db,
  { token, waiting, files }: z.output<typeof deviceReportSchema>,
): Promise<'active' | 'ended' | 'unknown'> {
  const tokenHash = hashToken(token);
  const device = await db
    .selectFrom('devices as device')
    .leftJoin('systemUsers as person', 'person.id', 'device.userId')
    .select('person.isActive')
    .where('device.tokenHash', '=', tokenHash)
    .executeTakeFirst();
  if (!device) return 'unknown';
  const counts = JSON.stringify(
    Object.fromEntries(files.map(({ interview, count }) => [interview, count])),
  );
  const isNews = sql<boolean>`(waiting <> ${waiting} or files <> ${counts}::jsonb
    or reported_at < now() - interval '1 minute')`;
  await db
    .updateTable('devices')
    .set({
      waiting,
      files: counts,
      waitingSince: sql`case when ${waiting}::integer > 0 then coalesce(waiting_since, now()) end`,
      reportedAt: sql`now()`,
    })
    .where('tokenHash', '=', tokenHash)
    .where(isNews)
    .execute();
  return device.isActive === true ? 'active' : 'ended';
}

export function listWaiting(db: Db) {
  return db
    .selectFrom('devices as device')
    .leftJoin('systemUsers as person', 'person.id', 'device.userId')
    .select(['device.userId', 'device.label as device', 'device.waiting', 'device.reportedAt'])
    .select((eb) => [
      eb.fn.coalesce('person.name', 'device.userName').as('userName'),
      eb.fn.coalesce('device.waitingSince', 'device.reportedAt').as('since'),
      sql<'active' | 'deactivated' | 'deleted'>`case when person.id is null then 'deleted'
        when person.is_active then 'active' else 'deactivated' end`.as('account'),
    ])
    .where('device.waiting', '>', 0)
    .orderBy('since')
    .orderBy('device.userId')
    .limit(500)
    .execute();
}

type EndedOwner = { id: number; name: string; email: string };

/**
 * Returns the owner of the work by their id, or null when nobody had it. A deleted person is found
 * in the audit trail, which keeps names as they were. Returns `active` when the account has not
 * ended.
 */
export async function findEndedOwner(db: Db, id: number): Promise<EndedOwner | 'active' | null> {
  const person = await db
    .selectFrom('systemUsers')
    .select(['id', 'name', 'email', 'isActive'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (person?.isActive) return 'active';
  if (person) return { id, name: person.name, email: person.email };
  const deleted = await findDeleted(db, id);
  return deleted && { id, name: deleted.name, email: '' };
}
