import type { DBCore, DBCoreTransaction, Dexie, Middleware } from 'dexie';

import { endWithPage, pageLeft, type StoreTransaction } from '#web/lib/page-left.ts';
import { storeState } from './store-state.ts';

/**
 * Nobody waits for the device's store without end. A browser may never begin a transaction: another
 * page holds the store, or the browser's own storage process is stuck. Each transaction is therefore
 * given up when nothing of it was answered within {@link storePatience}: the call fails like any
 * other, its caller goes on without the store or says that it could not save, and the banner says
 * what helps. The first answer that comes afterwards takes the banner away.
 */
export const storePatience = 8_000;

/** Calls back after {@link storePatience}. Answers how to stop that. */
function afterPatience(act: () => void): () => void {
  // Two halves: a device that wakes from sleep runs an old timer before the store can answer.
  let timer = setTimeout(() => {
    timer = setTimeout(act, storePatience / 2);
  }, storePatience / 2);
  return () => clearTimeout(timer);
}

/** For `Dexie.use`: every transaction has a time limit to begin in, and ends with the page. */
export const watchTransactions: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'watch-transactions',
  create: (core) => ({
    ...core,
    transaction: (stores, mode, options) => {
      const transaction = core.transaction(stores, mode, options);
      if (isNative(transaction)) watch(transaction);
      return transaction;
    },
  }),
};

/** Dexie hands out the browser's own transactions, and says only that they can be aborted. */
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
  // Its requests' events pass through it on their way down.
  transaction.addEventListener('success', answered, { capture: true, once: true });
  transaction.addEventListener('complete', answered);
  transaction.addEventListener('abort', stop);
}

/** Opens the store, or closes it and rejects where the browser does not open it in time. */
export async function openInTime(
  db: Pick<Dexie, 'close'> & { open: () => PromiseLike<unknown> },
): Promise<void> {
  if (pageLeft.aborted) throw new DOMException('This page was left.', 'AbortError');
  const stop = afterPatience(() => {
    storeState.set(true);
    db.close();
  });
  try {
    await db.open();
  } finally {
    stop();
  }
}
