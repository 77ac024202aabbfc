import { Dexie, type DBCore, type EntityTable, type Middleware } from 'dexie';

import type { Command, ExitPlan } from './exit-plan-records.ts';
import type {
  Abandoned,
  AskedEdition,
  Ballast,
  Cached,
  Contact,
  Draft,
  Envelope,
  FileBytes,
  Finished,
  Receipt,
  StoreMark,
  StoredFile,
  Unused,
} from './records.ts';
import { watchTransactions } from './store-watch.ts';

export const receiptDays = 30;
/** Days after which an unused reading is dropped. */
export const cacheDays = 30;

/**
 * One user's store on this device. `cached` and `unused` are the cache. `marks`, `contact` and `ballast` are about
 * the store and its server. All others are the outbox.
 */
export class OfflineDatabase extends Dexie {
  declare readonly cached: EntityTable<Cached, 'key'>;
  declare readonly drafts: EntityTable<Draft, 'clientId'>;
  declare readonly envelopes: EntityTable<Envelope, 'clientId'>;
  declare readonly receipts: EntityTable<Receipt, 'clientId'>;
  declare readonly abandoned: EntityTable<Abandoned, 'clientId'>;
  declare readonly ballast: EntityTable<Ballast, 'id'>;
  declare readonly unused: EntityTable<Unused, 'key'>;
  declare readonly marks: EntityTable<StoreMark, 'id'>;
  declare readonly contact: EntityTable<Contact, 'id'>;
  declare readonly editions: EntityTable<AskedEdition, 'key'>;
  declare readonly commands: EntityTable<Command, 'clientId'>;
  declare readonly files: EntityTable<StoredFile, 'clientId'>;
  declare readonly fileBytes: EntityTable<FileBytes, 'clientId'>;
  declare readonly plans: EntityTable<ExitPlan, 'clientId'>;

  /** The store's name as this page knows it; null when this page never saw one. */
  storeName: string | null = null;

  /** True when we closed it ourselves, because its person signed out or left the page. */
  isLeft = false;

  /**
   * True while the browser deletes the store because something asked for that. `watchStore` sets it back to
   * false once nothing deletes the store any more and its person is still signed in.
   */
  isBeingDeleted = false;

  /** True while this page may open the store. */
  get isWanted(): boolean {
    return !this.isLeft && !this.isBeingDeleted;
  }

  /** Interviews finished by this page and not confirmed: put back if the store is emptied. */
  readonly finished = new Map<string, Finished>();
  /** The same for hotel edits and agreed plans. */
  readonly edited = new Map<string, Command>();
  /**
   * The ids of files that this page kept and the server has not confirmed. Their bytes are not held in memory:
   * if the store is emptied, these ids only show how many files were lost.
   */
  readonly unsentFiles = new Set<string>();

  readonly userId: number;

  constructor(userId: number) {
    // Strict: a transaction completes only when its data is on the disk.
    super(`user_${userId}_bellwether_offline_data`, { chromeTransactionDurability: 'strict' });
    this.use(watchTransactions(this));
    this.use(this.#stayClosed);
    this.userId = userId;
    // New versions only add: no table or index is ever removed, and envelopes are never rewritten. So
    // the last version is enough: it adds to an older store what is missing there. Naming the older
    // versions too would only cost time, because Dexie prepares all tables once for each version.
    this.version(7).stores({
      cached: '&key, savedAt',
      drafts: '&clientId, hotelId',
      envelopes: '&clientId, [state+completedAt], revises.of',
      receipts: '&clientId, receivedAt, confirmedAt, epoch, keptSince, revises.of',
      abandoned: '&clientId',
      ballast: '&id',
      unused: '&key, since',
      marks: '&id',
      contact: '&id',
      editions: '&key',
      commands: '&clientId, [kind+state+order], [kind+subject+order]',
      files: '&clientId, interviewId, [state+size]',
      fileBytes: '&clientId',
      plans: '&clientId, hotelId',
    });
    this.envelopes.hook('deleting', (clientId) => void this.finished.delete(clientId));
    this.commands.hook('deleting', (clientId) => void this.edited.delete(clientId));
    this.files.hook('deleting', (clientId) => void this.unsentFiles.delete(clientId));
    // A sign-out in another tab deletes the store, or another script does, such as an extension's. Without
    // this, Dexie would close it with a warning.
    this.on('versionchange', ({ newVersion }) => {
      if (newVersion !== null) return true;
      this.isBeingDeleted = true;
      this.close({ disableAutoOpen: false });
      return false;
    });
  }

  /**
   * Closes the store for good in this page.
   *
   * That includes a store which the browser is still opening. `close()` cannot take the request back:
   * when the browser answers it later, Dexie uses the new connection although the store was closed. What was
   * still to be written, such as the last reading, would then be written after the person signed out,
   * and would even create a deleted store again. So {@link #stayClosed} closes that connection too.
   */
  leave(): void {
    this.isLeft = true;
    this.close();
  }

  /** Middleware for `use`. Dexie calls `create` for each new connection, before anything can use it. */
  readonly #stayClosed: Middleware<DBCore> = {
    stack: 'dbcore',
    name: 'stay-closed',
    create: (core) => {
      // Dexie still prepares the connection in this task, so close it right after.
      if (!this.isWanted) queueMicrotask(() => this.close());
      return core;
    },
  };
}
