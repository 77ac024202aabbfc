import { startTransition, useDeferredValue, useEffect, useState } from 'react';

/**
 * The value, from when there is time for its arrival: what it brings to the screen is drawn in small
 * pieces of work, between which a slow phone still scrolls and takes a touch. What changes once it
 * has arrived is not held up.
 */
export function useArrived<T>(value: T | undefined): T | undefined {
  return useDeferredValue(value !== undefined) ? value : undefined;
}

/**
 * False for a first drawing without what may come, like what arrives, when there is time; and where
 * something else is to come first, until that has.
 */
export function useTime(isReady = true): boolean {
  // By an effect: a deferred value would come at once where its component is itself such a piece.
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    if (isReady) startTransition(() => setTime(true));
  }, [isReady]);
  return isTime;
}
