import { startTransition, useDeferredValue, useEffect, useRef, useState } from 'react';

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

/** The turn that was asked for last, until it is over. */
let lastTurn = Promise.resolve();

/**
 * Like {@link useTime}, but one after another, however many ask: many parts that are drawn together
 * are put on the screen in one piece, which no touch comes through.
 */
export function useTurn(): boolean {
  const [isTurn, setTurn] = useState(false);
  const end = useRef(() => {});
  useEffect(() => {
    const before = lastTurn;
    lastTurn = new Promise((done) => (end.current = done));
    void before.then(() => startTransition(() => setTurn(true)));
    return () => end.current();
  }, []);
  useEffect(() => {
    if (isTurn) end.current();
  }, [isTurn]);
  return isTurn;
}
