import { Readable } from 'node:stream';

import { writeCsv } from 'hucre/csv';

type Cell = string | number | null;

/**
 * A CSV file as a stream, a batch of rows at a time: its memory does not grow with its rows. As
 * spreadsheets like it, with a BOM and no cell that they would run (rule 38).
 */
export function streamCsv(head: string[], batches: AsyncIterable<Cell[][]>): Readable {
  async function* parts() {
    yield writeCsv([head], { bom: true, escapeFormulae: true });
    for await (const rows of batches)
      yield `${lineBreak}${writeCsv(rows, { escapeFormulae: true })}`;
  }
  return Readable.from(parts(), { objectMode: false });
}

/** Between batches; within one the writer sets its own. */
const lineBreak = '\r\n';
