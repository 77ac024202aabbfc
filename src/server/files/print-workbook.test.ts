import { buffer } from 'node:stream/consumers';

import { unzipSync } from 'fflate';
import { readXlsx, writeXlsxStream } from 'hucre/xlsx';
import { expect, test } from 'vitest';

import { withPrintSetup } from './print-workbook.ts';

test('the print set-up is the same, however the workbook is cut into pieces', async () => {
  const rows = [['Hotel'], ['Grün & <b>'], ['</worksheet>']];
  const stored = await buffer(writeXlsxStream(rows, { name: 'All hotels', compress: false }));
  const printed = (size: number) => buffer(withPrintSetup(inPieces(stored, size), 'All hotels'));
  const whole = await printed(stored.length);
  const workbook = await readXlsx(whole);
  expect(workbook.sheets[0]).toMatchObject({
    rows,
    pageSetup: { orientation: 'landscape', fitToWidth: 1, printTitlesRow: '$1:$1' },
  });
  for (const size of [1, 7, 300])
    expect(unzipSync(await printed(size)), `${size} bytes`).toEqual(unzipSync(whole));
});

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
