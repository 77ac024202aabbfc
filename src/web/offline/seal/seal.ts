import type { Table } from 'dexie';

import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Draft, StoredFile } from '#web/offline/store/records.ts';
import {
  forgetBundle,
  type DeviceDatabase,
  type KnownPerson,
  type RecordKey,
} from '#web/offline/store/device-database.ts';
import { withChange } from '#web/offline/drafts/drafts.ts';
import { isDraft, type ExitPlan } from '#web/offline/store/exit-plan-records.ts';
import { isUnsent } from '#web/offline/files/kept-files.ts';
import { deleteStore } from '#web/offline/store/store-mark.ts';

import { sealBytes, unsealBytes } from './seal-bytes.ts';
import { copiesOf, dropNotes, forgetCopy, noteCopy } from './sealed-copies.ts';
import {
  bundlesOf,
  bytesTable,
  encrypt,
  newBundle,
  openBundle,
  openRecords,
  type OpenedBundle,
  type OpenKey,
  type Owner,
  type Plain,
} from './sealed-records.ts';

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
 * | - move the bytes of files, one by one, into their own bundle | each file's, plain or there |
 * | 1 encrypt a snapshot of the outbox                           | the plain store             |
 * | 2 store the bundle, in one strict transaction                | the plain store, the bundle |
 * | 3 clear the plain store, in one strict transaction, but only | the bundle                  |
 * |   if it is still what the snapshot was; otherwise go to 1    |                             |
 * | 4 delete the plain store's database                          | the bundle                  |
 *
 * So at every moment each record exists plain, sealed or both, never neither. After a crash the next
 * start of the app finds the note of step 0 and begins again. Where a record is both, the plain store
 * decides, also about what it no longer has (`sealed-copies.ts`).
 *
 * `unsealStore` goes the other way: put back what the store lacks, in one strict transaction, then
 * delete the bundle. After a crash in between only the second is repeated.
 *
 * Two databases cannot share a transaction; that is why the steps are in this order. Step 4 is there
 * because cleared records stay in the files of a browser until it tidies them up, and Chromium does
 * that when a database is deleted.
 */

/**
 * Tables that are not part of the outbox: readings, ballast, and what is known of server and store. The bytes
 * of files are part of it, but are sealed separately (`seal-bytes.ts`).
 */
const unsealed = new Set(['cached', 'unused', 'ballast', 'marks', 'contact', bytesTable]);
/**
 * The tables that hold an interview under its client id. A restore must not put an interview into
 * one of them while it is in another.
 */
const interviewTables = ['drafts', 'envelopes', 'receipts', 'abandoned'];

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
  const owner = { userId, publicKey, now };
  for (;;) {
    await sealBytes(device, db, owner);
    const snapshot = await readOutbox(db);
    await keepSealed(device, db, owner, snapshot);
    if (await clearIfUnchanged(db, snapshot)) break;
  }
  await deleteStore(db);
}

/**
 * Encrypts the records and stores them as a bundle. The bundle replaces the bundles that an earlier attempt
 * left, because they are outdated.
 */
async function keepSealed(
  device: DeviceDatabase,
  db: OfflineDatabase,
  owner: Owner,
  snapshot: readonly Plain[],
): Promise<void> {
  const outdated = await copiesOf(db);
  const opened = snapshot.length > 0 ? await newBundle(owner) : null;
  if (opened) await noteCopy(db, opened.bundle.id);
  const records = opened ? await Promise.all(snapshot.map((plain) => encrypt(opened, plain))) : [];
  const files = snapshot
    .filter(({ kind }) => kind === 'files')
    .map(({ value }) => value as StoredFile)
    .filter(isUnsent)
    .map(({ clientId, interviewId }) => ({ clientId, interviewId }));
  const plans = snapshot
    .filter(({ kind }) => kind === 'plans')
    .map(({ value }) => value as ExitPlan)
    .filter(isDraft)
    .map(({ clientId }) => clientId);
  const waiting = { ...(files.length > 0 && { files }), ...(plans.length > 0 && { plans }) };
  await device.transaction('rw', device.bundles, device.records, async () => {
    for (const id of outdated) await forgetCopy(device, id);
    if (!opened) return;
    await device.bundles.add({ ...opened.bundle, ...waiting });
    await device.records.bulkAdd(records);
  });
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
    if ((await db.fileBytes.count()) > 0) return false;
    if (JSON.stringify(await readOutbox(db)) !== JSON.stringify(snapshot)) return false;
    for (const table of db.tables) await table.clear();
    return true;
  });
}

function outboxOf(db: OfflineDatabase): Table<object, string>[] {
  const tables: readonly Table<object, string>[] = db.tables;
  return tables.filter(({ name }) => !unsealed.has(name));
}

/**
 * Puts sealed records back into the store. A bundle that cannot be opened stays for the next
 * attempt. So does a damaged record, while the rest of its bundle is put back.
 */
export async function unsealStore(
  device: DeviceDatabase,
  db: OfflineDatabase,
  openKey: OpenKey,
): Promise<void> {
  const bundles = await bundlesOf(device, db.userId);
  if (bundles.length === 0) return;
  const copies = await copiesOf(db);
  const opened: OpenedBundle[] = [];
  let isWhole = true;
  for (const bundle of bundles) {
    const one = await openBundle(bundle, openKey);
    if (!one) {
      isWhole = false;
      continue;
    }
    const records = await openRecords(device, one);
    if (!copies.has(bundle.id)) await putBack(db, records, bundle.id);
    await device.records.bulkDelete(
      records.map(({ kind, key }): RecordKey => [bundle.userId, kind, key, bundle.id]),
    );
    opened.push(one);
  }
  for (const one of opened) {
    await unsealBytes(device, db, one, isWhole);
    const { id } = one.bundle;
    if ((await device.records.where('bundle').equals(id).count()) === 0)
      await forgetBundle(device, id);
    else await device.bundles.update(id, { files: [], plans: [] });
  }
  await dropNotes(db, new Set(opened.map(({ bundle }) => bundle.id)));
}

/**
 * Puts records into a store. What the store already has is newer than what was sealed, and stays.
 * An interview under way may be in both, if its person resumed the server's copy first: then the
 * two are joined.
 *
 * @param bundle the id of the bundle, if the records were sealed for this store
 */
export async function putBack(
  db: OfflineDatabase,
  records: readonly Plain[],
  bundle?: string,
): Promise<void> {
  const tables = outboxOf(db);
  await db.transaction('rw', [...tables, db.marks], async () => {
    if (bundle !== undefined) await noteCopy(db, bundle);
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
