/**
 * Lets a value through at once, and then at most one in `every` milliseconds: always the last one.
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
