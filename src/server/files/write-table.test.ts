import { buffer } from 'node:stream/consumers';

import { readXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { streamWorkbook } from './write-table.ts';

test('a text that is too long for a cell says that it was cut, and is not cut within a letter', async () => {
  const longest = 'n'.repeat(32_767);
  const cells = await cellsOf([
    longest,
    `${longest}n`,
    '🛎'.repeat(20_000),
    `n${'🛎'.repeat(20_000)}`,
  ]);
  expect(cells[0]).toBe(longest);
  for (const cell of cells.slice(1)) {
    expect(cell).toMatch(/[n🛎]… \(cut: a cell holds 32,767 characters\)$/u);
    expect(cell.length).toBeLessThanOrEqual(32_767);
    expect(cell.length).toBeGreaterThan(32_760);
    expect(cell.isWellFormed()).toBe(true);
  }
});

async function cellsOf(cells: string[]): Promise<string[]> {
  const rows = (async function* () {
    yield { cells };
  })();
  const columns = cells.map(() => ({ width: 16 }));
  const workbook = await readXlsx(await buffer(streamWorkbook({ name: 'Notes', columns, rows })));
  return workbook.sheets[0]!.rows[0]!.map(String);
}
