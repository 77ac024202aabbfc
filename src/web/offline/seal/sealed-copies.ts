import type { OfflineDatabase } from '#web/offline/store/database.ts';
import { forgetBundle, type DeviceDatabase } from '#web/offline/store/device-database.ts';
import { bytesTable } from './sealed-records.ts';

/*
 * Sealing and unsealing both write the copy first and then delete the original. So after a crash in between, a
 * record is in the person's store and in a sealed bundle. The store goes on changing: its person removes a
 * photo, discards a response, or finishes an interview. From then on the bundle is outdated. It must not bring
 * back what the store no longer has.
 *
 * So the store itself notes the bundles whose records it holds. The note is written before the bundle, or in
 * the transaction that puts the bundle back, and it is cleared in the transaction that clears the store. While
 * it is there, the store decides about these records. If the store is gone or was emptied, the note is gone
 * too, and the bundle decides.
 *
 * The bytes of files are moved one by one (`seal-bytes.ts`). The note does not cover them.
 */

type Note = { id: 'sealed copies'; bundles: string[] };

function notesIn(db: OfflineDatabase) {
  return db.table<Note, Note['id']>('marks');
}

/** Returns the bundles whose records this store holds, or held and no longer has. */
export async function copiesOf(db: OfflineDatabase): Promise<ReadonlySet<string>> {
  return new Set((await notesIn(db).get('sealed copies'))?.bundles);
}

/** Notes that this store holds the records of a bundle. */
export async function noteCopy(db: OfflineDatabase, bundle: string): Promise<void> {
  await db.transaction('rw', db.marks, async () => {
    const bundles = [...(await copiesOf(db)), bundle];
    await notesIn(db).put({ id: 'sealed copies', bundles });
  });
}

/** Removes the notes of bundles whose records are no longer sealed. */
export async function dropNotes(db: OfflineDatabase, done: ReadonlySet<string>): Promise<void> {
  await db.transaction('rw', db.marks, async () => {
    const bundles = [...(await copiesOf(db))].filter((id) => !done.has(id));
    await notesIn(db).put({ id: 'sealed copies', bundles });
  });
}

/** Deletes an outdated bundle, without the bytes of files that may be in it. */
export async function forgetCopy(device: DeviceDatabase, id: string): Promise<void> {
  await device.transaction('rw', device.bundles, device.records, async () => {
    const keys = await device.records.where('bundle').equals(id).primaryKeys();
    const records = keys.filter(([, kind]) => kind !== bytesTable);
    if (records.length === keys.length) return forgetBundle(device, id);
    await device.records.bulkDelete(records);
    await device.bundles.update(id, { files: [] });
  });
}
