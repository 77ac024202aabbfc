import { Dexie, type EntityTable, type Table } from 'dexie';

import { pageLeft } from '#web/lib/page-left.ts';
import { deviceDatabaseName } from './device-database-name.ts';
import { openInTime, watchTransactions } from './store-watch.ts';

/** A person whose work this device stores, or has stored since they signed in here. */
export type KnownPerson = {
  userId: number;
  /** "A. R.": all that the sign-in page shows about them. */
  initials: string;
  /**
   * The token with which the device reports for them when nobody is signed in. Null until the
   * server sends it.
   */
  token: string | null;
  /**
   * The installation's public key, to seal with: SPKI, in base64. Null until the server sends it.
   */
  publicKey: string | null;
  /**
   * What must still be done with the store of a person who has signed out. It is stored, because the page may
   * be closed before that is done.
   */
  leaving?: Leaving;
  /** True when the server said that their account was deactivated or deleted. */
  ended?: boolean;
};

/**
 * What happens to a person's store when they sign out:
 *
 * - `seal` encrypts what must stay.
 * - `keep` leaves unsent work readable, when the browser cannot encrypt.
 * - `remove` deletes everything.
 */
export type Leaving = 'seal' | 'keep' | 'remove';

/** What was sealed at one sign-out, under one key. */
export type Bundle = {
  id: string;
  userId: number;
  /** The AES key, encrypted with the installation's public key for this person alone; base64. */
  wrappedKey: string;
  /** Milliseconds since 1970, by the device's clock. */
  sealedAt: number;
  /**
   * The unsent files in it and their interviews, so that they can be counted and reported. Their ids
   * are random and reveal nothing.
   */
  files?: WaitingFile[];
  /** The client ids of the exit plans in it that nobody has agreed, so that they can be counted. */
  plans?: string[];
};
export type WaitingFile = { clientId: string; interviewId: string };

/** One encrypted record of a person's store. Its table and key reveal nothing of its content. */
export type SealedRecord = {
  userId: number;
  /** The table that it came from. `key` is its key there. */
  kind: string;
  key: string;
  bundle: string;
  iv: Uint8Array<ArrayBuffer>;
  bytes: ArrayBuffer;
};
export type RecordKey = [userId: number, kind: string, key: string, bundle: string];

/**
 * The device's own database, beside the stores of its users. It holds sealed work and the people it
 * belongs to. It is separate so that a user's store can be deleted whole, which removes the store's
 * bytes from the disk.
 */
export class DeviceDatabase extends Dexie {
  declare readonly people: EntityTable<KnownPerson, 'userId'>;
  declare readonly bundles: EntityTable<Bundle, 'id'>;
  declare readonly records: Table<SealedRecord, RecordKey>;

  constructor() {
    super(deviceDatabaseName, { chromeTransactionDurability: 'strict' });
    this.use(watchTransactions(this));
    this.version(1).stores({
      people: '&userId',
      bundles: '&id, userId',
      records: '&[userId+kind+key+bundle], userId, bundle',
    });
  }
}

let open: DeviceDatabase | null = null;

/**
 * Returns the device's database, opened. Like a person's store it has a time limit for every
 * transaction, and it is closed when the page is left. Without that, a sync would wait for ever for
 * a transaction that a page in the back/forward cache has left open: a sync begins and ends by
 * reading this database.
 */
export function deviceDatabase(): DeviceDatabase {
  if (open) return open;
  const device = new DeviceDatabase();
  open = device;
  // Do not wait here: the first read or write waits for it and fails if it fails. The next caller
  // then opens it again.
  openInTime(device, () => open === device).catch(() => {
    if (open === device) open = null;
  });
  pageLeft.addEventListener('abort', () => device.close());
  return device;
}

/** Deletes a bundle with its records. */
export async function forgetBundle(device: DeviceDatabase, id: string): Promise<void> {
  await device.transaction('rw', device.bundles, device.records, async () => {
    await device.records.where('bundle').equals(id).delete();
    await device.bundles.delete(id);
  });
}

/**
 * Returns a person's sealed files that the server may not have, each once.
 *
 * @param without the ids of bundles that do not count, because they are outdated
 */
export async function sealedFiles(
  device: DeviceDatabase,
  userId: number,
  without: ReadonlySet<string> = new Set(),
): Promise<Map<string, WaitingFile>> {
  const bundles = await device.bundles.where({ userId }).toArray();
  const files = bundles.flatMap(({ id, files = [] }) => (without.has(id) ? [] : files));
  return new Map(files.map((file) => [file.clientId, file]));
}

/**
 * Returns the client ids of a person's sealed exit plans that were not agreed.
 *
 * @param without the ids of bundles that do not count, because they are outdated
 */
export async function sealedPlans(
  device: DeviceDatabase,
  userId: number,
  without: ReadonlySet<string> = new Set(),
): Promise<Set<string>> {
  const bundles = await device.bundles.where({ userId }).toArray();
  return new Set(bundles.flatMap(({ id, plans = [] }) => (without.has(id) ? [] : plans)));
}

/**
 * Counts a person's sealed work: finished interviews, interviews under way, hotel changes, and files
 * that the server may not have.
 *
 * @param without the ids of bundles that do not count, because they are outdated
 */
export async function countSealed(
  device: DeviceDatabase,
  userId: number,
  without: ReadonlySet<string> = new Set(),
) {
  const all = await device.records.where('userId').equals(userId).primaryKeys();
  const keys = all.filter(([, , , bundle]) => !without.has(bundle));
  // An interrupted sign-out may have sealed an interview twice: finished, and before that as a
  // draft.
  const idsOf = (wanted: string) =>
    new Set(keys.flatMap(([, kind, key]) => (kind === wanted ? [key] : [])));
  const finished = idsOf('envelopes');
  const underWay = [...idsOf('drafts')].filter((id) => !finished.has(id));
  return {
    finished: finished.size,
    underWay: underWay.length,
    changes: idsOf('commands').size,
    files: (await sealedFiles(device, userId, without)).size,
  };
}
