import { Dexie, type DBCore, type DBCoreTransaction, type Middleware } from 'dexie';

import { endWithPage, pageLeft, type StoreTransaction } from '#web/lib/page-left.ts';
import { storeState } from './store-state.ts';

/**
 * Milliseconds after which a transaction that got no response from the device's store is aborted.
 *
 * A browser may never begin a transaction: another page holds the store, or the browser's own
 * storage process is stuck. Without a limit, callers would wait for ever. With it the call fails
 * like any other, its caller goes on without the store or says that it could not save, and the
 * banner says what helps. The first response afterwards removes the banner.
 */
export const storePatience = 8_000;

/** Calls `act` after {@link storePatience}. Returns a function that cancels that. */
function afterPatience(act: () => void): () => void {
  // Two timers of half the time: a device that wakes from sleep runs an expired timer before the
  // store can respond.
  let timer = setTimeout(() => {
    timer = setTimeout(act, storePatience / 2);
  }, storePatience / 2);
  return () => clearTimeout(timer);
}

/**
 * The stores that were closed because the browser did not open them in time. {@link openOnceAnswered} takes a
 * store out again.
 */
const lateStores = new WeakSet<Dexie>();

/**
 * Returns middleware for `Dexie.use`. It gives every transaction of this store a time limit for its first
 * response, and ends it with the page.
 *
 * While the store is late, it also refuses new transactions, as a closed store does. Closing does not take back
 * the request to open: when the browser answers it at last, Dexie uses the new connection although the store
 * was closed, even while the browser still upgrades the store. A transaction cannot begin then. Dexie would
 * warn "Need to reopen db" on the console, and would open one more connection beside ours.
 */
export function watchTransactions(db: Dexie): Middleware<DBCore> {
  return {
    stack: 'dbcore',
    name: 'watch-transactions',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options) => {
        if (lateStores.has(db)) throw new Dexie.DatabaseClosedError();
        const transaction = core.transaction(stores, mode, options);
        if (isNative(transaction)) watch(transaction);
        return transaction;
      },
    }),
  };
}

/** True for the browser's own transactions, which Dexie hands out with a narrower type. */
function isNative(
  transaction: DBCoreTransaction,
): transaction is DBCoreTransaction & StoreTransaction {
  return 'addEventListener' in transaction;
}

function watch(transaction: StoreTransaction): void {
  endWithPage(transaction);
  const stop = afterPatience(() => {
    storeState.set(true);
    transaction.abort();
  });
  const answered = () => {
    stop();
    storeState.set(false);
  };
  // The events of the transaction's requests pass through it in the capture phase.
  transaction.addEventListener('success', answered, { capture: true, once: true });
  transaction.addEventListener('complete', answered);
  transaction.addEventListener('abort', stop);
}

/**
 * Opens the store. If the browser does not open it in time, closes it and rejects.
 *
 * A browser that is late is not always stuck: a slow device takes its time to create a store, and an old tab
 * may hold the store for a while. So when the browser does respond, this opens the store again, unless
 * `isWanted` returns false.
 */
export async function openInTime(db: Dexie, isWanted: () => boolean = () => true): Promise<void> {
  if (pageLeft.aborted) throw new DOMException('This page was left.', 'AbortError');
  const stop = afterPatience(() => {
    storeState.set(true);
    lateStores.add(db);
    db.close();
    void openOnceAnswered(db, isWanted);
  });
  try {
    await db.open();
  } finally {
    stop();
  }
}

async function openOnceAnswered(db: Dexie, isWanted: () => boolean): Promise<void> {
  await answerOf(db.name);
  // The late opening has left a connection that Dexie closes only now. It would block the deletion
  // of the store at a sign-out.
  db.close();
  lateStores.delete(db);
  const opened = isWanted() && !pageLeft.aborted ? openInTime(db, isWanted) : Promise.resolve();
  // Only now, because the screens read the store again when this changes, and must wait for it to open.
  storeState.set(false);
  await opened.catch(() => undefined);
}

/**
 * Resolves when the browser answers a new request to open this database. The browser handles the requests of
 * one database in turn, so it has answered the earlier ones by then.
 */
function answerOf(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = Dexie.dependencies.indexedDB.open(name);
    // The earlier opening failed, so there is no database. This request must not create one.
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
    request.addEventListener('error', () => resolve());
  });
}
