/*
 * Reads that are answered once
 * ============================
 *
 * The problem. When twenty people open the same screen in the same second, the server would read, check
 * and encode the same figures twenty times.
 *
 * The idea. While a read runs, further requests for the same do not begin another one. They all wait for
 * one read that begins as soon as the running one has ended, and share what it returns.
 *
 * | a request arrives while       | it gets                                                      |
 * | ----------------------------- | ------------------------------------------------------------ |
 * | nothing like it runs          | a read that begins at once                                   |
 * | a read runs, nobody waits     | the next read, which begins when the running one has ended   |
 * | a read runs, others wait      | that same next read                                          |
 *
 * Why nobody joins the read that runs. Its statements may have begun before the request arrived, and so
 * before something that the asker has just stored. The next read begins after each of its requests has
 * arrived. So everybody sees at least what was stored before they asked, as without sharing.
 *
 * What it costs. A request waits for at most one read of others before its own. Nothing is kept: a result
 * lives until its requests have it, and an error goes to those who waited for this read only.
 *
 * What would break if you changed it.
 *
 * - A key without everything that changes the reply: somebody would get what they may not see.
 * - Joining the running read: somebody would not see their own change.
 */

/** The result of a request. `isOwn` is true for one of the requests that share a read. */
export type Shared<T> = { value: T; isOwn: boolean };

type Next<T> = PromiseWithResolvers<T> & { act: () => Promise<T> };

/** Returns a function that runs `act`, or lets its caller share a run of the same key. */
export function shareReads<T>() {
  /** The running reads, by key, each with the read that follows it. */
  const running = new Map<string, { next: Next<T> | undefined }>();

  const begin = async (key: string, act: () => Promise<T>): Promise<T> => {
    const turn: { next: Next<T> | undefined } = { next: undefined };
    running.set(key, turn);
    try {
      return await act();
    } finally {
      running.delete(key);
      turn.next?.resolve(begin(key, turn.next.act));
    }
  };

  return async (key: string, act: () => Promise<T>): Promise<Shared<T>> => {
    const turn = running.get(key);
    if (!turn) return { value: await begin(key, act), isOwn: true };
    if (turn.next) return { value: await turn.next.promise, isOwn: false };
    turn.next = { ...Promise.withResolvers<T>(), act };
    return { value: await turn.next.promise, isOwn: true };
  };
}
