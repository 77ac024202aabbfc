const life = new AbortController();

/** Aborts when this page is put into the back/forward cache: it never works again (page-life.ts). */
export const pageLeft: AbortSignal = life.signal;

export function leavePage(): void {
  life.abort();
}

/** Does what `act` does, and rejects when the page is left before it is done. */
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

/** The part of IDBTransaction that is used here, so that tests can play the store without a browser. */
export type StoreTransaction = {
  abort: () => void;
  addEventListener: (
    event: string,
    listener: () => void,
    options?: { capture?: boolean; once?: boolean },
  ) => void;
};

/**
 * Ends this transaction when the page is left. What it has written is undone: WebKit neither finishes
 * nor commits a transaction of a page that it keeps, and only an abort reaches the store in time.
 */
export function endWithPage(transaction: StoreTransaction): void {
  const end = () => {
    try {
      transaction.abort();
    } catch {
      // It has just ended by itself.
    }
  };
  pageLeft.addEventListener('abort', end);
  for (const over of ['complete', 'abort'])
    transaction.addEventListener(over, () => pageLeft.removeEventListener('abort', end));
}
