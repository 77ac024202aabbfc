import { OfflineDatabase, type Draft, type Envelope } from './database.ts';
import { deviceDatabase, forgetBundle } from './device-database.ts';
import { hasPlainStore } from './leave-device.ts';
import { bundlesOf, openBundle, putBack, type OpenKey } from './seal.ts';
import { currentStore } from './store.ts';
import { deleteStore } from './store-mark.ts';

/** Interviews of somebody else that wait here: finished ones, and those under way. */
type Left = { envelopes: Envelope[]; drafts: Draft[] };

/**
 * Returns what somebody else left here, for an Admin to fetch: out of what is sealed, by the keys
 * that the server opens, and out of what could not be sealed.
 */
export async function leftBy(userId: number, openKey: OpenKey): Promise<Left> {
  const device = deviceDatabase();
  const envelopes = new Map<string, Envelope>();
  const drafts = new Map<string, Draft>();
  for (const bundle of await bundlesOf(device, userId)) {
    const records = (await openBundle(device, bundle, openKey)) ?? [];
    for (const { kind, key, value } of records) {
      // The table of a record says what it is.
      if (kind === 'envelopes' && !envelopes.has(key)) envelopes.set(key, value as Envelope);
      if (kind === 'drafts' && !drafts.has(key)) drafts.set(key, value as Draft);
    }
  }
  if (await hasPlainStore(userId))
    await withPlain(userId, async (db) => {
      await db.envelopes.each((envelope) => envelopes.set(envelope.clientId, envelope));
      await db.drafts.each((draft) => drafts.set(draft.clientId, draft));
    });
  // A sign-out that was interrupted may have sealed an interview before it was finished, too.
  for (const clientId of envelopes.keys()) drafts.delete(clientId);
  return { envelopes: [...envelopes.values()], drafts: [...drafts.values()] };
}

/**
 * Makes interviews under way those of whoever is signed in, and drops them of the person who left
 * them. A crash in between leaves them with both, and taking them over again joins them.
 */
export async function takeOver(userId: number, drafts: readonly Draft[]): Promise<void> {
  const records = drafts.map((value) => ({ kind: 'drafts', key: value.clientId, value }));
  await putBack(currentStore(), records);
  for (const { clientId } of drafts) await dropInterview(userId, clientId);
}

/** The interview is safe elsewhere: every copy of it that somebody left here is dropped. */
export async function dropInterview(userId: number, clientId: string): Promise<void> {
  for (const kind of ['envelopes', 'drafts'])
    await deviceDatabase()
      .records.where('[userId+kind+key+bundle]')
      .between([userId, kind, clientId, ''], [userId, kind, clientId, '\uffff'])
      .delete();
  if (!(await hasPlainStore(userId))) return;
  await withPlain(userId, (db) =>
    Promise.all([db.envelopes.delete(clientId), db.drafts.delete(clientId)]),
  );
}

/** Deletes all that is kept here of somebody else: what is left once their interviews are fetched. */
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
