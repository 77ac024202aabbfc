import { OfflineDatabase, type Envelope } from './database.ts';
import { deviceDatabase, forgetBundle } from './device-database.ts';
import { hasPlainStore } from './leave-device.ts';
import { bundlesOf, openBundle, type OpenKey } from './seal.ts';
import { deleteStore } from './store-mark.ts';

/**
 * Finished interviews of somebody else that wait here, for an Admin to import: out of what is
 * sealed, by the keys that the server opens, and out of what could not be sealed.
 */
export async function envelopesOf(userId: number, openKey: OpenKey): Promise<Envelope[]> {
  const device = deviceDatabase();
  const found = new Map<string, Envelope>();
  for (const bundle of await bundlesOf(device, userId)) {
    const records = (await openBundle(device, bundle, openKey)) ?? [];
    for (const { kind, value } of records) {
      // The table of a record says what it is.
      const envelope = value as Envelope;
      if (kind === 'envelopes' && !found.has(envelope.clientId))
        found.set(envelope.clientId, envelope);
    }
  }
  if (await hasPlainStore(userId))
    await withPlain(userId, async (db) => {
      for (const envelope of await db.envelopes.toArray()) found.set(envelope.clientId, envelope);
    });
  return [...found.values()];
}

/** The server has this interview: every copy of it here is dropped. */
export async function dropEnvelope(userId: number, clientId: string): Promise<void> {
  const device = deviceDatabase();
  await device.records
    .where('[userId+kind+key+bundle]')
    .between([userId, 'envelopes', clientId, ''], [userId, 'envelopes', clientId, '\uffff'])
    .delete();
  if (await hasPlainStore(userId)) await withPlain(userId, (db) => db.envelopes.delete(clientId));
}

/** Deletes all that is kept here of somebody else: what is left once their interviews are imported. */
export async function dropAllOf(userId: number): Promise<void> {
  const device = deviceDatabase();
  for (const { id } of await bundlesOf(device, userId)) await forgetBundle(device, id);
  if (await hasPlainStore(userId)) await withPlain(userId, deleteStore);
  await device.people.delete(userId);
}

async function withPlain(userId: number, act: (db: OfflineDatabase) => Promise<unknown>) {
  const db = new OfflineDatabase(userId);
  try {
    await act(db);
  } finally {
    db.close();
  }
}
