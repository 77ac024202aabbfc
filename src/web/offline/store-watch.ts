import type { DBCore, DBCoreTransaction, Dexie, Middleware } from 'dexie';

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
 * Middleware for `Dexie.use`: gives every transaction a time limit for its first response, and ends
 * it with the page.
 */
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

/** Opens the store. If the browser does not open it in time, closes it and rejects. */
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
