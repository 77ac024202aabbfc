import type { Table } from 'dexie';

import { keyLabel, recordLabel } from '#domain/sync/device.ts';
import type { Draft, OfflineDatabase } from './database.ts';
import {
  forgetBundle,
  type Bundle,
  type DeviceDatabase,
  type KnownPerson,
  type RecordKey,
  type SealedRecord,
} from './device-database.ts';
import { withChange } from './drafts.ts';
import { deleteStore } from './store-mark.ts';

/**
 * Sealing: what a device does with a person's store when they sign out (rule 45).
 *
 * The problem. Unsent work must survive the sign-out, because an interview happens once. But nobody
 * who holds the device may read it meanwhile, and the person may sign out without a connection.
 *
 * The idea is hybrid encryption. The device makes a new AES key, encrypts every record with it,
 * locks that key with the installation's public RSA key, and forgets it. From then on only the
 * server can open it, and it does so for the same person alone: their id is the label of the lock.
 *
 * The steps of `sealStore`, and what a crash after each of them leaves behind:
 *
 * | step                                                         | a crash after it leaves     |
 * | ------------------------------------------------------------ | --------------------------- |
 * | 0 the caller notes durably that the person is leaving        | the plain store             |
 * | 1 encrypt a snapshot of the outbox                           | the plain store             |
 * | 2 store the bundle, in one strict transaction                | the plain store, the bundle |
 * | 3 clear the plain store, in one strict transaction, but only | the bundle                  |
 * |   if it is still what the snapshot was; otherwise go to 1    |                             |
 * | 4 delete the plain store's database                          | the bundle                  |
 *
 * So at every moment each record exists plain, sealed or both, never neither. After a crash the next
 * start of the app finds the note of step 0 and begins again.
 *
 * `unsealStore` goes the other way: put back what the store lacks, in one strict transaction, then
 * delete the bundle. A crash in between repeats the first, which changes nothing.
 *
 * Two databases cannot share a transaction; that is why the steps are in this order. Step 4 is there
 * because cleared records stay in the files of a browser until it tidies them up, and Chromium does
 * that when a database is deleted.
 */

/**
 * Tables that are not part of the outbox: readings, ballast, and what is known of server and store.
 */
const unsealed = new Set(['cached', 'unused', 'ballast', 'marks', 'contact']);
/**
 * The tables that hold an interview under its client id. It must not come back in one while it is
 * in another.
 */
const interviewTables = ['drafts', 'envelopes', 'receipts', 'abandoned'];

type Plain = { kind: string; key: string; value: object };
type AesKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/**
 * True when this person's store can be sealed. Browsers offer encryption only to pages over https
 * and from this very machine.
 */
export function canSeal(person: KnownPerson | undefined): boolean {
  return (crypto as Partial<typeof crypto>).subtle !== undefined && Boolean(person?.publicKey);
}

/** Moves the outbox of this store into a sealed bundle, and deletes the store. */
export async function sealStore(
  device: DeviceDatabase,
  db: OfflineDatabase,
  { userId, publicKey }: Pick<KnownPerson, 'userId' | 'publicKey'>,
  now: number,
): Promise<void> {
  // Delete the readings first: that makes room for the bundle.
  await db.transaction('rw', db.cached, db.ballast, () =>
    Promise.all([db.cached.clear(), db.ballast.clear()]),
  );
  let former: string | undefined;
  for (;;) {
    const snapshot = await readOutbox(db);
    if (snapshot.length > 0)
      former = await keepSealed(device, { userId, publicKey, now }, snapshot, former);
    if (await clearIfUnchanged(db, snapshot)) break;
  }
  await deleteStore(db);
}

/**
 * Encrypts the records and stores them as a bundle. It replaces the `former` bundle, which is
 * outdated.
 */
async function keepSealed(
  device: DeviceDatabase,
  owner: { userId: number; publicKey: string | null; now: number },
  snapshot: readonly Plain[],
  former: string | undefined,
): Promise<string> {
  const { userId, publicKey, now } = owner;
  if (!publicKey) throw new Error('This device was given no key to lock with.');
  const id = crypto.randomUUID();
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const records = await Promise.all(
    snapshot.map((plain) => encrypt(key, { userId, bundle: id }, plain)),
  );
  const bundle: Bundle = {
    id,
    userId,
    sealedAt: now,
    wrappedKey: await wrap(key, userId, publicKey),
  };
  await device.transaction('rw', device.bundles, device.records, async () => {
    if (former) await forgetBundle(device, former);
    await device.bundles.add(bundle);
    await device.records.bulkAdd(records);
  });
  return id;
}

async function wrap(key: AesKey, userId: number, publicKey: string): Promise<string> {
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' };
  const lock = await crypto.subtle.importKey('spki', toBytes(publicKey), algorithm, false, [
    'wrapKey',
  ]);
  const label = utf8(keyLabel(userId));
  return toBase64(await crypto.subtle.wrapKey('raw', key, lock, { name: 'RSA-OAEP', label }));
}

async function encrypt(
  aes: AesKey,
  { userId, bundle }: { userId: number; bundle: string },
  { kind, key, value }: Plain,
): Promise<SealedRecord> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const additionalData = utf8(recordLabel(userId, kind, key));
  const text = utf8(JSON.stringify(value));
  const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, aes, text);
  return { userId, kind, key, bundle, iv, bytes };
}

/** Returns what the outbox holds, always in the same order. */
async function readOutbox(db: OfflineDatabase): Promise<Plain[]> {
  const tables = outboxOf(db);
  return db.transaction('r', tables, async () => {
    const found = await Promise.all(
      tables.map(async (table) => {
        const [keys, values] = await Promise.all([
          table.toCollection().primaryKeys(),
          table.toArray(),
        ]);
        return values.map((value, at) => ({ kind: table.name, key: String(keys[at]), value }));
      }),
    );
    return found.flat();
  });
}

/**
 * Clears the store, unless another tab has written since the snapshot was taken. Returns whether it
 * cleared.
 */
async function clearIfUnchanged(db: OfflineDatabase, snapshot: readonly Plain[]): Promise<boolean> {
  return db.transaction('rw', db.tables, async () => {
    if (JSON.stringify(await readOutbox(db)) !== JSON.stringify(snapshot)) return false;
    for (const table of db.tables) await table.clear();
    return true;
  });
}

function outboxOf(db: OfflineDatabase): Table<object, string>[] {
  const tables: readonly Table<object, string>[] = db.tables;
  return tables.filter(({ name }) => !unsealed.has(name));
}

/** Decrypts a bundle's key. Returns base64; null when that is not possible now, or not at all. */
export type OpenKey = (wrappedKey: string) => Promise<string | null>;

/**
 * Puts sealed records back into the store. A bundle that cannot be opened stays for the next
 * attempt. So does a damaged record, while the rest of its bundle is put back.
 */
export async function unsealStore(
  device: DeviceDatabase,
  db: OfflineDatabase,
  openKey: OpenKey,
): Promise<void> {
  for (const bundle of await bundlesOf(device, db.userId)) {
    const records = await openBundle(device, bundle, openKey);
    if (!records) continue;
    await putBack(db, records);
    const sealed = await device.records.where('bundle').equals(bundle.id).count();
    if (records.length === sealed) await forgetBundle(device, bundle.id);
    else
      await device.records.bulkDelete(
        records.map(({ kind, key }): RecordKey => [bundle.userId, kind, key, bundle.id]),
      );
  }
}

/**
 * Returns a person's bundles, the latest first: if two of them hold a record, its later state
 * counts.
 */
export async function bundlesOf(device: DeviceDatabase, userId: number): Promise<Bundle[]> {
  return (await device.bundles.where({ userId }).sortBy('sealedAt')).toReversed();
}

/** Returns the records of a bundle without damaged ones; null when its key cannot be opened. */
export async function openBundle(
  device: DeviceDatabase,
  { id, userId, wrappedKey }: Bundle,
  openKey: OpenKey,
): Promise<Plain[] | null> {
  const opened = await openKey(wrappedKey);
  if (opened === null) return null;
  const key = await crypto.subtle.importKey('raw', toBytes(opened), 'AES-GCM', false, ['decrypt']);
  const records = await device.records.where('bundle').equals(id).toArray();
  const plain = await Promise.all(
    records.map(async ({ kind, key: name, iv, bytes }): Promise<Plain | null> => {
      const additionalData = utf8(recordLabel(userId, kind, name));
      const algorithm = { name: 'AES-GCM', iv, additionalData };
      // Decryption fails only for a record that was changed after it was sealed.
      const text = await crypto.subtle.decrypt(algorithm, key, bytes).catch(() => null);
      if (!text) return null;
      return { kind, key: name, value: JSON.parse(new TextDecoder().decode(text)) as object };
    }),
  );
  return plain.filter((record) => record !== null);
}

/**
 * Puts records into a store. What the store already has is newer than what was sealed, and stays.
 * An interview under way may be in both, if its person resumed the server's copy first: then the
 * two are joined.
 */
export async function putBack(db: OfflineDatabase, records: readonly Plain[]): Promise<void> {
  const tables = outboxOf(db);
  await db.transaction('rw', tables, async () => {
    const known = new Map<string, ReadonlySet<unknown>>();
    for (const table of tables)
      known.set(table.name, new Set(await table.toCollection().primaryKeys()));
    const isHere = (kind: string, key: string) =>
      (interviewTables.includes(kind) ? interviewTables : [kind]).some((name) =>
        known.get(name)?.has(key),
      );
    for (const { kind, key, value } of records) {
      if (!known.has(kind)) continue;
      if (!isHere(kind, key)) await db.table<object>(kind).put(value);
      else if (kind === 'drafts') await joinDraft(db, value as Draft);
    }
  });
}

async function joinDraft(db: OfflineDatabase, sealed: Draft): Promise<void> {
  const here = await db.drafts.get(sealed.clientId);
  if (!here) return;
  const notesBase = sealed.copy?.notes ?? '';
  const { progress, answeredAt, remarks = {}, remarkedAt = {}, notes } = sealed;
  const change = { progress, answeredAt, remarks, remarkedAt, notes, notesBase };
  const joined = withChange(here, change, here.updatedAt);
  const asItWas = withChange(here, {}, here.updatedAt);
  if (JSON.stringify(joined) !== JSON.stringify(asItWas)) await db.drafts.put(joined);
}

const utf8 = (text: string) => new TextEncoder().encode(text);

export function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

export function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
