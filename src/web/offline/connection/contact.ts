import type { Health } from '#domain/sync/health.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Contact } from '#web/offline/store/records.ts';
import { storedFiles } from '#web/offline/files/stored-file-bytes.ts';
import { healthPatience, readHealth } from './read-health.ts';

type Ways = { fetch: typeof globalThis.fetch; now: () => number };

/**
 * What the server just reported about itself, and what follows from it about the device's clock.
 */
export type Reached = Pick<Health, 'epoch'> & {
  /**
   * The server's time then, and by how much it was ahead of the device's. Null when the server sent
   * no time, or the device's clock was set during the request.
   */
  clock: Pick<Contact, 'at' | 'skew'> | null;
};

/** Reads the server's health report and measures the device's clock against the server's time. */
export async function reachServer({ fetch, now }: Ways): Promise<Reached | null> {
  const asked = now();
  const health = await readHealth(fetch);
  if (!health) return null;
  const { epoch, now: at } = health;
  // Half of the time was the way back. If the clock was set in between, the measurement is useless.
  const took = now() - asked;
  const isMeasured = at !== undefined && took >= 0 && took <= 2 * healthPatience;
  return { epoch, clock: isMeasured ? { at, skew: Math.round(at - asked - took / 2) } : null };
}

/** Returns what the server reported at its last contact; undefined before the first one. */
export function lastContact(db: OfflineDatabase): PromiseLike<Contact | undefined> {
  return db.contact.get('server');
}

/**
 * Stores the contact. After a restore from backup, or when a standby takes over, the server reports another
 * epoch and may lack what it confirmed before. So every receipt of another epoch goes back into the outbox. If
 * the server still has the record, it replies with the same receipt. Files whose bytes are still here and
 * agreed plans go back too. Drafts are copied to the server again.
 */
export async function takeUpContact(db: OfflineDatabase, reached: Reached): Promise<void> {
  const { epoch, clock } = reached;
  const tables = [
    ...[db.contact, db.envelopes, db.receipts, db.drafts],
    ...[db.files, db.fileBytes, db.plans, db.commands],
  ];
  await db.transaction('rw', tables, async () => {
    const before = await lastContact(db);
    if (before && before.epoch !== epoch)
      await db.drafts.toCollection().modify({ copy: null, copyRefused: null });
    const known = clock ?? before;
    if (known) await db.contact.put({ id: 'server', epoch, at: known.at, skew: known.skew });
    await offerAgain(db, epoch);
    await offerFilesAgain(db, epoch);
    await offerPlansAgain(db, epoch);
  });
}

async function offerAgain(db: OfflineDatabase, epoch: string): Promise<void> {
  const lost = await db.receipts.where('epoch').notEqual(epoch).toArray();
  await db.envelopes.bulkPut(
    lost.map(({ clientId, body, digest, about, completedAt, asked, revises }) => ({
      ...{ clientId, body, digest, about, completedAt },
      ...(asked !== undefined && { asked }),
      ...(revises && { revises: { of: revises.of, returnedAt: revises.returnedAt } }),
      state: 'waiting' as const,
      reason: null,
      attempts: 0,
      nextAttemptAt: 0,
      wasStored: true,
    })),
  );
  await db.receipts.bulkDelete(lost.map((receipt) => receipt.clientId));
}

async function offerFilesAgain(db: OfflineDatabase, epoch: string): Promise<void> {
  const lost = await storedFiles(db)
    .filter((file) => file.epoch !== epoch)
    .primaryKeys();
  if (lost.length === 0) return;
  const here = await db.fileBytes.where('clientId').anyOf(lost).primaryKeys();
  await db.files
    .where('clientId')
    .anyOf(here)
    .modify({ state: 'waiting', reason: null, attempts: 0, nextAttemptAt: 0 });
}

async function offerPlansAgain(db: OfflineDatabase, epoch: string): Promise<void> {
  const lost = await db.plans
    .filter(({ sent }) => sent !== undefined && sent.epoch !== epoch)
    .toArray();
  const waiting = { state: 'waiting', reason: null, attempts: 0, nextAttemptAt: 0 } as const;
  for (const { hasArrived: _, keptSince: __, sent, ...plan } of lost) {
    if (sent) await db.commands.put({ ...sent.command, ...waiting });
    await db.plans.put(plan);
  }
}
