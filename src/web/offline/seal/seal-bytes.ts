import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { DeviceDatabase, RecordKey } from '#web/offline/store/device-database.ts';
import type { FileBytes } from '#web/offline/store/records.ts';
import {
  bytesTable,
  decrypt,
  encrypt,
  newBundle,
  type OpenedBundle,
  type Owner,
} from './sealed-records.ts';

/*
 * The bytes of files are sealed one file at a time: two hundred photos fit neither into memory at
 * once nor into the room that a full device has left. So each file is moved by itself. First its
 * sealed record is written, then its plain one is deleted; after a crash in between both are there.
 * All of them are in a bundle of their own, because the bundle of the other records is thrown away
 * and made again when another tab writes meanwhile.
 */

/** Moves the bytes of all files into a bundle, which it makes when there are any. */
export async function sealBytes(
  device: DeviceDatabase,
  db: OfflineDatabase,
  owner: Owner,
): Promise<void> {
  let opened: OpenedBundle | undefined;
  for (;;) {
    const file = await db.fileBytes.toCollection().first();
    if (!file) return;
    if (!opened) {
      opened = await newBundle(owner);
      await device.bundles.add(opened.bundle);
    }
    const plain = { kind: bytesTable, key: file.clientId, value: file };
    await device.records.put(await encrypt(opened, plain));
    await db.fileBytes.delete(file.clientId);
  }
}

/**
 * Puts the bytes of a bundle back, one file at a time, if the store knows the file.
 *
 * @param isWhole true when everything else that was sealed is back. Then bytes of a file that the
 *   store does not know are useless, and are deleted.
 */
export async function unsealBytes(
  device: DeviceDatabase,
  db: OfflineDatabase,
  opened: OpenedBundle,
  isWhole: boolean,
): Promise<void> {
  await eachBytes(device, opened, async (file, key) => {
    const isKnown = await db.transaction('rw', db.files, db.fileBytes, async () => {
      const known = await db.files.get(file.clientId);
      const isHere = (await db.fileBytes.where('clientId').equals(file.clientId).count()) > 0;
      if (known && known.state !== 'removed' && !isHere) await db.fileBytes.put(file);
      return known !== undefined;
    });
    if (isKnown || isWhole) await device.records.delete(key);
  });
}

/** Calls `take` with the bytes of each file in a bundle, one after the other. Skips damaged ones. */
export async function eachBytes(
  device: DeviceDatabase,
  { bundle: { id }, key }: OpenedBundle,
  take: (file: FileBytes, sealed: RecordKey) => Promise<void>,
): Promise<void> {
  const keys = await device.records.where('bundle').equals(id).primaryKeys();
  for (const sealed of keys.filter(([, kind]) => kind === bytesTable)) {
    const record = await device.records.get(sealed);
    const plain = record && (await decrypt(key, record));
    if (plain) await take(plain.value as FileBytes, sealed);
  }
}
