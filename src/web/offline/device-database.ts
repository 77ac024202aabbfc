import { Dexie, type EntityTable, type Table } from 'dexie';

import { pageLeft } from '#web/lib/page-left.ts';
import { deviceDatabaseName } from './device-database-name.ts';
import { openInTime, watchTransactions } from './store-watch.ts';

/** Somebody whose work this device keeps, or has kept since they signed in here. */
export type KnownPerson = {
  userId: number;
  /** "A. R.": all that the sign-in page says of them. */
  initials: string;
  /** By which the device reports for them when nobody is signed in; null until the server gave it. */
  token: string | null;
  /** The installation's key to lock with: SPKI, in base64; null until the server gave it. */
  publicKey: string | null;
  /** They signed out, and this is still to be done: the page may have been closed before it was. */
  leaving?: Leaving;
  /** The server said that their account was deactivated or deleted. */
  ended?: boolean;
};

/**
 * What happens to somebody's store when they sign out. `seal` locks what must stay. `keep` leaves
 * unsent work readable, where the browser cannot lock. `remove` deletes everything.
 */
export type Leaving = 'seal' | 'keep' | 'remove';

/** What was sealed at one sign-out, under one key. */
export type Bundle = {
  id: string;
  userId: number;
  /** The AES key, locked with the installation's public key for this person alone; base64. */
  wrappedKey: string;
  /** Milliseconds since 1970, by the device's clock. */
  sealedAt: number;
};

/** One record of a person's store, encrypted. Its table and key say nothing of its content. */
export type SealedRecord = {
  userId: number;
  /** The table that it came from, and its key there. */
  kind: string;
  key: string;
  bundle: string;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
};
export type RecordKey = [userId: number, kind: string, key: string, bundle: string];

/**
 * The device's own database, beside the stores of its users: sealed work, and whose it is. It is
 * another database so that a store can be deleted whole, which removes its bytes from the disk.
 */
export class DeviceDatabase extends Dexie {
  declare readonly people: EntityTable<KnownPerson, 'userId'>;
  declare readonly bundles: EntityTable<Bundle, 'id'>;
  declare readonly records: Table<SealedRecord, RecordKey>;

  constructor() {
    super(deviceDatabaseName, { chromeTransactionDurability: 'strict' });
    this.use(watchTransactions);
    this.version(1).stores({
      people: '&userId',
      bundles: '&id, userId',
      records: '&[userId+kind+key+bundle], userId, bundle',
    });
  }
}

let open: DeviceDatabase | null = null;

/**
 * The device's database, opened. Like a person's store it has a time limit for every answer, and a
 * page that is left lets go of it: a sync begins and ends by looking into it, and would otherwise
 * wait for ever for what a page in the back/forward cache has left open.
 */
export function deviceDatabase(): DeviceDatabase {
  if (open) return open;
  const device = new DeviceDatabase();
  open = device;
  // Whoever reads or writes first waits for it, and hears if it fails; who comes next tries anew.
  openInTime(device).catch(() => {
    if (open === device) open = null;
  });
  pageLeft.addEventListener('abort', () => device.close());
  return device;
}

/** Removes a bundle with its records. */
export async function forgetBundle(device: DeviceDatabase, id: string): Promise<void> {
  await device.transaction('rw', device.bundles, device.records, async () => {
    await device.records.where('bundle').equals(id).delete();
    await device.bundles.delete(id);
  });
}

/** What is sealed of somebody: finished interviews, those under way, and other work not sent. */
export async function countSealed(device: DeviceDatabase, userId: number) {
  const keys = await device.records.where('userId').equals(userId).primaryKeys();
  // A sign-out that was interrupted may have sealed the same interview twice, and once unfinished.
  const idsOf = (wanted: string) =>
    new Set(keys.flatMap(([, kind, key]) => (kind === wanted ? [key] : [])));
  const finished = idsOf('envelopes');
  const underWay = [...idsOf('drafts')].filter((id) => !finished.has(id));
  return {
    finished: finished.size,
    underWay: underWay.length,
    changes: idsOf('commands').size,
  };
}
