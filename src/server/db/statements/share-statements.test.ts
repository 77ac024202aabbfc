import { setImmediate as nextTurn } from 'node:timers/promises';

import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { waitFor } from '#test/wait-for.ts';

import { shareStatements } from './share-statements.ts';

type Row = { clientId: string; content?: string };
type Run = PromiseWithResolvers<Row[]> & { ids: string };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
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
  /** Sends these client ids in one turn of the event loop, and returns the outcome of each. */
  const send = (ids: string) => ids.split(' ').map((clientId) => share({ clientId }));
  /** Sends one alone, whose statement is under way then, and the others in the next turn. */
  const sendBehind = async (first: string, others: string) => {
    const sent = send(first);
    await nextTurn();
    sent.push(...send(others));
    await nextTurn();
    return sent;
  };
  const end = (place: number, stored = begun[place]?.ids ?? '') =>
    begun[place]?.resolve(stored.split(' ').map((clientId) => ({ clientId })));
  return { begun, send, sendBehind, share, end, ids: () => begun.map((run) => run.ids) };
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
    await nextTurn();
    end(0);
    expect(await a).toEqual({ clientId: 'a' });
    void send('b');
    await nextTurn();
    expect(ids()).toEqual(['a', 'b']);
  });

  test('in the same turn of the event loop go together, sorted', async () => {
    const { send, end, ids } = heldStatements();
    const sent = send('d b');
    await Promise.resolve();
    sent.push(...send('c'));
    await nextTurn();
    expect(ids()).toEqual(['b c d']);
    end(0);
    expect(await settled(sent)).toEqual(['d', 'b', 'c']);
  });

  test('while a statement is under way wait, and go together, sorted', async () => {
    const { sendBehind, end, ids } = heldStatements();
    const [first, ...others] = await sendBehind('a', 'd b c');
    expect(ids()).toEqual(['a']);
    end(0);
    await first;
    expect(ids()).toEqual(['a', 'b c d']);
    end(1);
    expect(await settled(others)).toEqual(['d', 'b', 'c']);
  });

  test('go in a second statement when eight wait, and in no third one', async () => {
    const { send, sendBehind, end, ids } = heldStatements();
    const sent = await sendBehind('a', 'b c d e f g h');
    expect(ids()).toEqual(['a']);
    sent.push(...send('i'));
    await nextTurn();
    expect(ids()).toEqual(['a', 'b c d e f g h i']);
    const later = send('j k l m n o p q');
    await nextTurn();
    expect(ids()).toHaveLength(2);
    end(1);
    await settled(sent.slice(1));
    expect(ids()).toEqual(['a', 'b c d e f g h i', 'j k l m n o p q']);
    end(0);
    end(2);
    expect(await settled([...sent.slice(0, 1), ...later])).toEqual('a j k l m n o p q'.split(' '));
  });

  test('go 16 at a time', async () => {
    const { sendBehind, end, begun } = heldStatements();
    const sizes = () => begun.map((run) => run.ids.split(' ').length);
    const many = Array.from({ length: 24 }, (_, n) => `x${n}`).join(' ');
    const [first, ...others] = await sendBehind('a', many);
    expect(sizes()).toEqual([1, 16]);
    end(0);
    await first;
    expect(sizes()).toEqual([1, 16, 8]);
    end(1);
    end(2);
    expect(await settled(others)).toEqual(many.split(' '));
  });

  test('with one client id go one after the other', async () => {
    const { share, begun } = heldStatements();
    const one = share({ clientId: 'a', content: 'one' });
    const two = share({ clientId: 'a', content: 'two' });
    await nextTurn();
    expect(begun.map(({ ids }) => ids)).toEqual(['a']);
    begun[0]?.resolve([{ clientId: 'a', content: 'one' }]);
    expect(await one).toEqual({ clientId: 'a', content: 'one' });
    expect(begun.map(({ ids }) => ids)).toEqual(['a', 'a']);
    begun[1]?.resolve([]);
    expect(await two).toBeNull();
  });

  test('behind a statement that takes long go without it', async () => {
    const { send, sendBehind, ids, end } = heldStatements();
    const [long] = await sendBehind('a', 'b c');
    await vi.advanceTimersByTimeAsync(99);
    expect(ids()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(ids()).toEqual(['a', 'b c']);
    end(0);
    expect(await long).toEqual({ clientId: 'a' });
    // Its end is not counted twice: a third statement would be under way otherwise.
    void send('d e f g h i j k');
    await nextTurn();
    void send('l m n o p q r s');
    await nextTurn();
    expect(ids()).toEqual(['a', 'b c', 'd e f g h i j k']);
  });
});

describe('each row has its own outcome', () => {
  const refused = (code: string) =>
    Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code });

  test('null where the statement returned no row for it', async () => {
    const { sendBehind, end } = heldStatements();
    const sent = await sendBehind('a', 'b c d e');
    end(0);
    await sent[0];
    end(1, 'e c');
    expect(await settled(sent)).toEqual(['a', null, 'c', null, 'e']);
  });

  test.each(['23503', '22P02', '40P01', '55P03'])(
    'when the database refuses their statement with %s, each is sent alone',
    async (code) => {
      const { sendBehind, begun, end, ids } = heldStatements();
      const sent = await sendBehind('a', 'b c d e');
      end(0);
      await sent[0];
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
    const { sendBehind, begun, end } = heldStatements();
    const sent = await sendBehind('a', 'b c d e');
    end(0);
    await sent[0];
    begun[1]?.reject(error);
    expect(await settled(sent)).toEqual(['a', ...Array.from({ length: 4 }, () => error.message)]);
    expect(begun).toHaveLength(2);
  });

  test('and those who come after a failure go on', async () => {
    const { sendBehind, begun, end, ids } = heldStatements();
    const sent = await sendBehind('a', 'b');
    begun[0]?.reject(new Error('lost'));
    expect(await Promise.race(sent.map((one) => one.catch((error: Error) => error.message)))).toBe(
      'lost',
    );
    expect(ids()).toEqual(['a', 'b']);
    end(1);
    expect(await sent[1]).toEqual({ clientId: 'b' });
  });
});
