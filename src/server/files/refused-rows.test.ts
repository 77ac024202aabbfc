import { setImmediate as othersTurn } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { refusedRows } from './refused-rows.ts';

test('while many refused rows are written, others get their turn', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => [`H${index}`, 'Aurora']);
  const errors = rows.map((_, index) => ({ row: index + 2, error: 'Hotel ID already exists' }));
  const table = {
    head: ['Hotel ID', 'Hotel Name'],
    columns: new Map(),
    rows,
    unreadSheets: [],
    firstRow: 2,
  };
  let [turns, isDone] = [0, false];
  const others = async () => {
    for (; !isDone; turns += 1) await othersTurn();
  };
  const waiting = others();
  const workbook = await refusedRows(table, 'Hotels', errors);
  isDone = true;
  await waiting;
  expect(workbook).toEqual(expect.any(String));
  expect(turns).toBeGreaterThan(40);
});
