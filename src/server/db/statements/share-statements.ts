import pg from 'pg';

import { endedConnection } from '#server/db/connection/end-of-connection.ts';

/*
 * Rows that share a statement
 * ===========================
 *
 * The problem. When many devices come back at once, each response is a statement, a transaction and a
 * round trip of its own. Most of what that costs is the same for one row and for ten.
 *
 * The idea. While a statement is under way, rows that arrive wait, and then go together in the next one.
 * No timer waits for others: a row goes as soon as the process has read what arrived together with it.
 *
 * | a row arrives while                       | it goes                                             |
 * | ----------------------------------------- | --------------------------------------------------- |
 * | no statement is under way                 | at once, with all that was read in the same turn of |
 * |                                           | the event loop                                      |
 * | one is under way                          | with the next one, when that one has ended          |
 * | one is under way, and enough others wait  | at once with them, so that the database has another |
 * |                                           | core work on them                                   |
 * | a row with its client id waits            | in a later statement than that row                  |
 *
 * Each row has its own outcome.
 *
 * | the statement                   | then                                                          |
 * | ------------------------------- | ------------------------------------------------------------- |
 * | returns a row for a client id   | that one is stored                                            |
 * | returns none for it             | null, and the caller finds out why                            |
 * | is refused by the database      | nothing is stored, and each row is sent in a statement of its |
 * |                                 | own: one that cannot be stored refuses none of the others     |
 * | loses its connection            | each caller gets that error, since nobody knows what was      |
 * |                                 | stored                                                        |
 *
 * Locks. A transaction with several rows holds the locks of all of them until it ends. So the rows of a
 * statement are sorted by client id: two statements that need the same locks then take them in the same
 * order. Where there is a deadlock all the same, or a lock is not free within the time that connections
 * wait, PostgreSQL refuses the statement, and each row is sent alone. A statement that takes long, as
 * one that waits for a lock, holds up the rows that it has, and others only for a moment: after that it
 * no longer counts as under way.
 *
 * What would break if you changed it.
 *
 * - Two rows with one client id in one statement: nobody could say which of them was stored.
 * - Sending again after a lost connection: the second statement would find the row taken, and the caller
 *   would be told of a repetition instead of what happened.
 * - One queue for statements that check different rights: a row would be checked by those of another.
 */

type Keyed = { clientId: string };
type Waiting<Row, Stored> = PromiseWithResolvers<Stored | null> & { row: Row };

/** The number of rows in one statement. A statement of 32 costs hardly less for each of them. */
const mostRows = 16;
/** The number of statements under way at the same time. */
const mostStatements = 2;
/** The number of waiting rows for which a second statement pays. With fewer, it costs less to wait for the first. */
const enough = 8;
/** The milliseconds after which others no longer wait for a statement. It usually takes a few. */
const patience = 100;

/**
 * Returns a function that sends a row, together with those that arrive while it has to wait. It returns
 * what `run` returned for the row's client id, or null.
 */
export function shareStatements<Row extends Keyed, Stored extends Keyed>(
  run: (rows: readonly Row[]) => Promise<readonly Stored[]>,
): (row: Row) => Promise<Stored | null> {
  let waiting: Waiting<Row, Stored>[] = [];
  let underWay = 0;

  const sendWaiting = (): void => {
    while (underWay < mostStatements && waiting.length >= (underWay === 0 ? 1 : enough)) {
      const turn = nextTurn(waiting);
      waiting = waiting.filter((one) => !turn.includes(one));
      void send(turn);
    }
  };

  /**
   * Counts a statement as under way. Returns the function that ends this. A statement that takes longer than
   * `patience` no longer counts.
   */
  const begin = (): (() => void) => {
    let isCounted = true;
    const end = (): void => {
      clearTimeout(late);
      if (!isCounted) return;
      isCounted = false;
      underWay -= 1;
      sendWaiting();
    };
    underWay += 1;
    const late = setTimeout(end, patience);
    return end;
  };

  const send = async (turn: readonly Waiting<Row, Stored>[]): Promise<void> => {
    const end = begin();
    try {
      const stored = await run(turn.map(({ row }) => row));
      // This comes first, so that the database has work while the callers of these rows go on.
      end();
      const byId = new Map(stored.map((one) => [one.clientId, one]));
      for (const { row, resolve } of turn) resolve(byId.get(row.clientId) ?? null);
    } catch (error) {
      end();
      const isRefused = error instanceof pg.DatabaseError && !endedConnection(error);
      if (isRefused && turn.length > 1) for (const one of turn) void send([one]);
      else for (const { reject } of turn) reject(error);
    }
  };

  return (row) => {
    const one = { ...Promise.withResolvers<Stored | null>(), row };
    waiting.push(one);
    // Senders who got their replies together send their next rows together. So the first row of a turn of the event
    // loop waits for the others of that turn.
    setImmediate(sendWaiting);
    return one.promise;
  };
}

/** Returns the rows that go in the next statement, sorted: the first to arrive, and one of each client id. */
function nextTurn<Row extends Keyed, Stored>(
  waiting: readonly Waiting<Row, Stored>[],
): Waiting<Row, Stored>[] {
  const turn = new Map<string, Waiting<Row, Stored>>();
  for (const one of waiting)
    if (turn.size < mostRows && !turn.has(one.row.clientId)) turn.set(one.row.clientId, one);
  return [...turn.values()].toSorted(byClientId);
}

/** Compares by client id, in the same order in every process, whatever the language of its machine. */
function byClientId(a: { row: Keyed }, b: { row: Keyed }): number {
  return a.row.clientId < b.row.clientId ? -1 : 1;
}
