import {
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';

type Later = {
  /** Shown until the content is rendered. */
  fallback?: ReactNode;
  /**
   * Renders its parts one after another, because many parts at once would render in one long piece
   * of work.
   */
  inTurn?: boolean;
  children: ReactNode;
};
type Arriving<T> = {
  /** Undefined until it has arrived. */
  value: T | undefined;
  children: (value: T | undefined) => ReactNode;
};

/**
 * Renders its content when there is time for it, in short slices, so that a slow phone can scroll
 * and respond to touch in between. Everything that a screen renders later than at once goes through
 * this component.
 *
 * - With a `value`: renders its content at once, with undefined. Once the value has arrived,
 *   renders it again when there is time. A value that was there from the beginning is not delayed,
 *   and later changes are not either.
 * - Without a `value`: renders its content after the first render. With `inTurn`, it renders one
 *   part after another.
 */
export function Deferred<T>(props: Later | Arriving<T>) {
  if ('value' in props) return <WithArriving {...props} />;
  return props.inTurn ? <InTurn {...props} /> : <AfterFirst {...props} />;
}

function WithArriving<T>({ value, children }: Arriving<T>) {
  const hasTime = useDeferredValue(value !== undefined);
  return children(hasTime ? value : undefined);
}

function AfterFirst({ fallback, children }: Later) {
  // Use an effect here: inside another deferred render, a deferred value would not be delayed.
  const [isTime, setTime] = useState(false);
  useEffect(() => startTransition(() => setTime(true)), []);
  return isTime ? children : fallback;
}

/** Resolves when the last requested turn is over. */
let lastTurn = Promise.resolve();

function InTurn({ fallback, children }: Later) {
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
  return isTurn ? children : fallback;
}
