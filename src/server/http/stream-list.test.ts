import { setImmediate as nextTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { partsOfList } from './stream-list.ts';

const parts = partsOfList(z.object({ id: z.int() }), (id: number) => ({ id }));

test('a list reads its next batch only when its reader asks for the next part', async () => {
  let batches = 0;
  let isEnded = false;
  async function* read() {
    try {
      for (;;) {
        await nextTurn();
        yield [(batches += 1)];
      }
    } finally {
      isEnded = true;
    }
  }
  const list = parts(read());
  expect(await list.next()).toEqual({ done: false, value: '[{"id":1}' });
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  expect(batches).toBe(1);
  expect(await list.next()).toEqual({ done: false, value: ',{"id":2}' });
  expect(batches).toBe(2);
  await list.return(undefined);
  expect(isEnded).toBe(true);
});
