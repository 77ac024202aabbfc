import { readHealth } from '#web/offline/connection/read-health.ts';

/** Milliseconds that a call waits for its reply before it looks whether the server can be reached, again and again. */
const patience = 30_000;

/**
 * Runs a call, and ends it once it has waited for 30 seconds and the server cannot be reached. At the edge of a
 * Wi-Fi packets just vanish, and a browser may then wait a quarter of an hour while the screen says "Saving…". As
 * long as the server can be reached the call goes on: a large import may take minutes.
 *
 * @param act makes the call with the given signal, which also aborts when the caller's does.
 */
export async function endWhenOffline<T>(
  act: (signal: AbortSignal) => Promise<T>,
  caller?: AbortSignal,
): Promise<T> {
  const own = new AbortController();
  const passOn = () => own.abort(caller?.reason);
  if (caller?.aborted) passOn();
  caller?.addEventListener('abort', passOn, { signal: own.signal });
  const look = async () => {
    if (!(await readHealth(fetch))) own.abort(new DOMException('No reply', 'TimeoutError'));
  };
  const looking = setInterval(() => void look(), patience);
  try {
    return await act(own.signal);
  } finally {
    clearInterval(looking);
    caller?.removeEventListener('abort', passOn);
  }
}
