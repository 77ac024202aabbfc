import { liveQuery, type Subscription } from 'dexie';

/**
 * Runs a query on the store and calls `tell` with its result, now and whenever its data changes in any
 * tab. After a change it rests for `every` milliseconds before it reads again: a sync that changes a
 * hundred records then costs a few readings and not a hundred. The last state always gets through.
 * Returns a function that ends it.
 */
export function watchPaced<T>(
  every: number,
  query: () => Promise<T>,
  tell: (value: T) => void,
): () => void {
  let subscription: Subscription | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    let isFirst = true;
    subscription = liveQuery(query).subscribe({
      next: (value) => {
        tell(value);
        if (!isFirst) {
          subscription?.unsubscribe();
          timer = setTimeout(watch, every);
        }
        isFirst = false;
      },
      error: () => undefined,
    });
  };
  watch();
  return () => {
    clearTimeout(timer);
    subscription?.unsubscribe();
  };
}
