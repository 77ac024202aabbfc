import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { shareStatements } from './share-statements.ts';

type Row = { clientId: string; content?: string };
type Run = PromiseWithResolvers<Row[]> & { ids: string };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Statements that run until the test ends them. Each stores all of its rows, unless the test says otherwise. */
function heldStatements() {
  const begun: Run[] = [];
  const share = shareStatements<Row, Row>((rows) => {
    const ids = rows.map(({ clientId }) => clientId).join(' ');
    const run = { ...Promise.withResolvers<Row[]>(), ids };
    begun.push(run);
    return run.promise;
  });
  /** Sends these client ids at once, and returns the outcome of each. */
  const send = (ids: string) => ids.split(' ').map((clientId) => share({ clientId }));
  const end = (place: number, stored = begun[place]?.ids ?? '') =>
    begun[place]?.resolve(stored.split(' ').map((clientId) => ({ clientId })));
  return { begun, send, share, end, ids: () => begun.map((run) => run.ids) };
}

const settled = (sent: Promise<Row | null>[]) =>
  Promise.all(
    sent.map((one) =>
      one.then(
        (row) => row?.clientId ?? null,
        (error: Error) => error.message,
      ),
    ),
  );

describe('rows that arrive', () => {
  test('alone go at once, and one that comes later is not held up by one that has ended', async () => {
    const { send, end, ids } = heldStatements();
    const [a] = send('a');
    end(0);
    expect(await a).toEqual({ clientId: 'a' });
    void send('b');
    expect(ids()).toEqual(['a', 'b']);
  });

  test('while a statement is under way wait, and go together, sorted', async () => {
    const { send, end, ids } = heldStatements();
    const first = send('a');
    const others = send('d b c');
    expect(ids()).toEqual(['a']);
    end(0);
    await settled(first);
    expect(ids()).toEqual(['a', 'b c d']);
    end(1);
    expect(await settled(others)).toEqual(['d', 'b', 'c']);
  });

  test('go in a second statement when four wait, and in no third one', async () => {
    const { send, end, ids } = heldStatements();
    const sent = send('a b c d e f g h i j');
    expect(ids()).toEqual(['a', 'b c d e']);
    end(1);
    await settled(sent.slice(1, 5));
    expect(ids()).toEqual(['a', 'b c d e', 'f g h i j']);
  });

  test('go 16 at a time', async () => {
    const { send, end, begun } = heldStatements();
    const first = send('a b c d e');
    void send(Array.from({ length: 20 }, (_, n) => `x${n}`).join(' '));
    end(0);
    await settled(first.slice(0, 1));
    expect(begun.map((run) => run.ids.split(' ').length)).toEqual([1, 4, 16]);
    end(1);
    await settled(first);
    expect(begun.map((run) => run.ids.split(' ').length)).toEqual([1, 4, 16, 4]);
  });

  test('with one client id go one after the other', async () => {
    const { share, begun, end } = heldStatements();
    const first = share({ clientId: 'first' });
    const one = share({ clientId: 'a', content: 'one' });
    const two = share({ clientId: 'a', content: 'two' });
    end(0);
    await first;
    expect(begun[1]?.ids).toBe('a');
    begun[1]?.resolve([{ clientId: 'a', content: 'one' }]);
    expect(await one).toEqual({ clientId: 'a', content: 'one' });
    expect(begun[2]?.ids).toBe('a');
    begun[2]?.resolve([]);
    expect(await two).toBeNull();
  });

  test('behind a statement that takes long go without it', async () => {
    const { send, ids, end } = heldStatements();
    const long = send('a');
    void send('b c');
    await vi.advanceTimersByTimeAsync(99);
    expect(ids()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual(['a', 'b c']);
    end(0);
    expect(await settled(long)).toEqual(['a']);
    // Its end is not counted twice: two more statements would be under way otherwise.
    void send('d e f g h i j k');
    expect(ids()).toEqual(['a', 'b c', 'd e f g']);
  });
});

describe('each row has its own outcome', () => {
  const refused = (code: string) =>
    Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });

  test('null where the statement returned no row for it', async () => {
    const { send, end } = heldStatements();
    const sent = send('a b c d e');
    end(0);
    end(1, 'e c');
    expect(await settled(sent)).toEqual(['a', null, 'c', null, 'e']);
  });

  test.each(['23503', '22P02', '40P01', '55P03'])(
    'when the database refuses their statement with %s, each is sent alone',
    async (code) => {
      const { send, begun, end, ids } = heldStatements();
      const sent = send('a b c d e');
      end(0);
      begun[1]?.reject(refused(code));
      await waitFor(() => expect(ids().slice(2)).toEqual(['b', 'c', 'd', 'e']));
      begun[2]?.reject(refused(code));
      begun[3]?.resolve([]);
      end(4);
      end(5);
      expect(await settled(sent)).toEqual(['a', 'refused', null, 'd', 'e']);
      expect(begun).toHaveLength(6);
    },
  );

  test.each([
    ['the server ends the connection', refused('57P01')],
    ['a pooler lost the connection', refused('08006')],
    ['the connection is cut', new Error('Connection terminated unexpectedly')],
  ])('when %s, each gets that error, and nothing is sent again', async (_what, error) => {
    const { send, begun, end } = heldStatements();
    const sent = send('a b c d e');
    end(0);
    begun[1]?.reject(error);
    expect(await settled(sent)).toEqual(['a', ...Array.from({ length: 4 }, () => error.message)]);
    expect(begun).toHaveLength(2);
  });

  test('and those who come after a failure go on', async () => {
    const { send, begun, end, ids } = heldStatements();
    const sent = send('a b');
    begun[0]?.reject(new Error('lost'));
    expect(await Promise.race(sent.map((one) => one.catch((error: Error) => error.message)))).toBe(
      'lost',
    );
    expect(ids()).toEqual(['a', 'b']);
    end(1);
    expect(await sent[1]).toEqual({ clientId: 'b' });
  });
});
