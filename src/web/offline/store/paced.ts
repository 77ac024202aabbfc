/**
 * Returns a function that calls `act` at once for the first value, and then at most once in `every`
 * milliseconds. The last value always gets through.
 */
export function paced<T>(every: number, act: (value: T) => void): (value: T) => void {
  let latest: { value: T } | null = null;
  let isResting = false;
  const go = () => {
    const next = latest;
    latest = null;
    isResting = next !== null;
    if (!next) return;
    setTimeout(go, every);
    act(next.value);
  };
  return (value) => {
    latest = { value };
    if (!isResting) go();
  };
}
