import {
  startTransition,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react';

type Later = {
  /** Stands here until then. */
  fallback?: ReactNode;
  /** After what waits in turn already: many parts at once would come in one long piece of work. */
  inTurn?: boolean;
  children: ReactNode;
};
type Arriving<T> = {
  /** Undefined until it has arrived. */
  value: T | undefined;
  children: (value: T | undefined) => ReactNode;
};

/**
 * Draws its content when there is time for it, in small pieces of work: between them a slow phone
 * still scrolls and takes a touch. Everything that a screen draws later than at once goes through here.
 *
 * - With a `value`, its content is drawn at once, with undefined; and again, when there is time, once
 *   the value has arrived. A value that was there at the beginning, or that changes, is not held up.
 * - Without one, its content comes after the first drawing; or in turn, one part after another.
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
  // By an effect: a deferred value would come at once where this is itself drawn in such a piece.
  const [isTime, setTime] = useState(false);
  useEffect(() => startTransition(() => setTime(true)), []);
  return isTime ? children : fallback;
}

/** The turn that was asked for last, until it is over. */
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
