import { liveQuery, type Subscription } from 'dexie';

/**
 * Runs a query on the store and calls `tell` with its result, now and whenever its data changes in any tab.
 * Between two readings it rests for at least `every` milliseconds: a sync that changes a hundred records then
 * costs a few readings and not a hundred. The last state always gets through. Returns a function that stops
 * watching.
 */
export function watchPaced<T>(
  every: number,
  query: () => Promise<T>,
  tell: (value: T) => void,
): () => void {
  let subscription: Subscription | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = () => {
    let rest = 0;
    let reading: Promise<T> | undefined;
    // Dexie calls this again after a change. It then returns the former value without reading, because the rest
    // is not over. A busy page may start a reading late, so the rest is counted from the start of the reading.
    const read = async () => {
      const isChanged = reading !== undefined;
      if (!isChanged) rest = performance.now() + every;
      reading ??= query();
      return { value: await reading, isChanged };
    };
    subscription = liveQuery(read).subscribe({
      next: ({ value, isChanged }) => {
        tell(value);
        if (!isChanged) return;
        subscription?.unsubscribe();
        timer = setTimeout(watch, Math.max(0, rest - performance.now()));
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
