const life = new AbortController();

/**
 * Aborts when this page moves into the back/forward cache. The page never works again
 * (page-life.ts).
 */
export const pageLeft: AbortSignal = life.signal;

export function leavePage(): void {
  life.abort();
}

/** Calls `act`; rejects when the page is left before `act` is done. */
export function whileOnPage<T>(act: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(pageLeft.reason as Error);
    if (pageLeft.aborted) return end();
    pageLeft.addEventListener('abort', end);
    act()
      .then(resolve, reject)
      .finally(() => pageLeft.removeEventListener('abort', end));
  });
}

/**
 * The part of IDBTransaction that this code uses, so that tests can stand in for it without a
 * browser.
 */
export type StoreTransaction = {
  abort: () => void;
  addEventListener: (
    event: string,
    listener: () => void,
    options?: { capture?: boolean; once?: boolean },
  ) => void;
};

/**
 * Aborts this transaction when the page is left, which undoes what it has written. WebKit neither
 * finishes nor commits a transaction of a cached page, and only an abort reaches the store in time.
 */
export function endWithPage(transaction: StoreTransaction): void {
  const end = () => {
    try {
      transaction.abort();
    } catch {
      // The transaction has just ended by itself.
    }
  };
  pageLeft.addEventListener('abort', end);
  for (const over of ['complete', 'abort'])
    transaction.addEventListener(over, () => pageLeft.removeEventListener('abort', end));
}
