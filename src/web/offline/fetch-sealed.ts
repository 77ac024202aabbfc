import { OfflineDatabase, type Draft, type Envelope, type HotelEdit } from './database.ts';
import { deviceDatabase, forgetBundle } from './device-database.ts';
import { hasPlainStore } from './leave-device.ts';
import { bundlesOf, openBundle, putBack, type OpenKey } from './seal.ts';
import { currentStore } from './store.ts';
import { deleteStore } from './store-mark.ts';

/** What another person left on this device: interviews, finished and under way, and hotel edits. */
type Left = { envelopes: Envelope[]; drafts: Draft[]; commands: HotelEdit[] };

/**
 * Returns what another person left here, for an Admin to fetch: from the sealed bundles, with the
 * keys that the server opens, and from a store that could not be sealed.
 */
export async function leftBy(userId: number, openKey: OpenKey): Promise<Left> {
  const device = deviceDatabase();
  const envelopes = new Map<string, Envelope>();
  const drafts = new Map<string, Draft>();
  const commands = new Map<string, HotelEdit>();
  for (const bundle of await bundlesOf(device, userId)) {
    const records = (await openBundle(device, bundle, openKey)) ?? [];
    for (const { kind, key, value } of records) {
      // The name of a record's table determines its type.
      if (kind === 'envelopes' && !envelopes.has(key)) envelopes.set(key, value as Envelope);
      if (kind === 'drafts' && !drafts.has(key)) drafts.set(key, value as Draft);
      if (kind === 'commands' && !commands.has(key)) commands.set(key, value as HotelEdit);
    }
  }
  if (await hasPlainStore(userId))
    await withPlain(userId, async (db) => {
      await db.envelopes.each((envelope) => envelopes.set(envelope.clientId, envelope));
      await db.drafts.each((draft) => drafts.set(draft.clientId, draft));
      await db.commands.each((edit) => commands.set(edit.clientId, edit));
    });
  // An interrupted sign-out may also have sealed an interview as a draft, before it was finished.
  for (const clientId of envelopes.keys()) drafts.delete(clientId);
  return {
    envelopes: [...envelopes.values()],
    drafts: [...drafts.values()],
    commands: [...commands.values()],
  };
}

/**
 * Moves unfinished interviews and hotel edits from the person who left them to the person who is signed
 * in. After a crash in between both have them. That does no harm: taking an interview over again joins
 * the two copies, and sending an edit that is already stored changes nothing.
 */
export async function takeOver(
  userId: number,
  { drafts, commands }: Pick<Left, 'drafts' | 'commands'>,
): Promise<void> {
  const plain = (kind: string) => (value: Draft | HotelEdit) => ({
    ...{ kind, key: value.clientId, value },
  });
  await putBack(currentStore(), [
    ...drafts.map(plain('drafts')),
    ...commands.map(plain('commands')),
  ]);
  for (const { clientId } of [...drafts, ...commands]) await dropRecord(userId, clientId);
}

/**
 * Deletes every copy of a record that another person left here, because it is now safe elsewhere.
 */
export async function dropRecord(userId: number, clientId: string): Promise<void> {
  for (const kind of ['envelopes', 'drafts', 'commands'])
    await deviceDatabase()
      .records.where('[userId+kind+key+bundle]')
      .between([userId, kind, clientId, ''], [userId, kind, clientId, '\uffff'])
      .delete();
  if (!(await hasPlainStore(userId))) return;
  await withPlain(userId, (db) =>
    Promise.all([
      db.envelopes.delete(clientId),
      db.drafts.delete(clientId),
      db.commands.delete(clientId),
    ]),
  );
}

/** Deletes everything that is stored here for another person, once their interviews are fetched. */
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
