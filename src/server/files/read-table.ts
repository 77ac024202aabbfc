import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import pLimit from 'p-limit';

import { invalid, type ProblemError } from '#server/problems.ts';
import { checkFile } from './check-file.ts';
import {
  mostLetters,
  type ParsedTable,
  type Table,
  type TableFormat,
  type TableLimits,
} from './parse-table.ts';
import type { TableTask } from './table-reader.ts';

/** The milliseconds and megabytes that reading one file may take. */
const patience = 15_000;
const memory = 256;
/** Reads two files at a time; others wait, so that memory stays bounded. */
const inTurn = pLimit(2);

const readerFile = fileURLToPath(new URL('./table-reader.ts', import.meta.url));

/**
 * Reads a spreadsheet file into cells of text. `rows[0]` is what the spreadsheet shows as row 1.
 * The file is parsed in a process of its own, in bounded time and memory. A file that cannot be
 * read is refused with an error at the field `file`.
 *
 * `formats` are the accepted endings, out of .xlsx, .xls and .csv.
 */
export async function readTable(
  file: { name: string; bytes: Buffer },
  limits: TableLimits & { formats: readonly TableFormat[] },
): Promise<Table> {
  const { formats, ...bounds } = limits;
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  const format = formats.find((one) => one === ending);
  if (!format) throw invalid('file', `Please choose a ${inWords(formats)} file`);
  if (file.bytes.length === 0) throw invalid('file', 'This file is empty');
  const wrong = await checkFile(file.bytes, format, bounds);
  if (wrong) throw refusal(wrong, format, bounds);
  const parsed = await inTurn(() => parseApart({ bytes: file.bytes, format, limits: bounds }));
  if ('rows' in parsed) return parsed;
  if (parsed.refused === 'open-quote') throw openQuote(parsed.row);
  throw refusal(parsed.refused, format, bounds);
}

type Refused =
  | NonNullable<Awaited<ReturnType<typeof checkFile>>>
  | Extract<ParsedTable, { refused: 'too-many-rows' | 'too-much-text' }>['refused']
  | 'unreadable';

const openQuote = (row: number) =>
  invalid('file', `A cell in row ${row} begins with a quotation mark that is never closed`);

function refusal(reason: Refused, format: TableFormat, { maxRows }: TableLimits): ProblemError {
  const messages: Record<Refused, string> = {
    'not-the-format': `This file is not what its ending says: no .${format} file`,
    'not-harmless': 'This workbook is damaged, or too large once unpacked',
    'too-many-rows': `A file can have up to ${maxRows.toLocaleString('en')} rows`,
    'too-much-text': `This file has more text than can be read at once: ${mostLetters / 1e6} million letters`,
    unreadable: 'This file cannot be read. Please save it again as .xlsx, and try that',
  };
  return invalid('file', messages[reason]);
}

/**
 * Parses one file in a process of its own, whose memory is freed when it ends.
 *
 * A thread is not enough: one that runs out of memory at a bad moment ends the whole server.
 */
async function parseApart(task: TableTask): Promise<ParsedTable | { refused: 'unreadable' }> {
  const reader = fork(readerFile, {
    env: {},
    execArgv: [`--max-old-space-size=${memory}`],
    serialization: 'advanced',
    stdio: 'ignore',
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve) => {
      const giveUp = () => resolve({ refused: 'unreadable' });
      timer = setTimeout(giveUp, patience);
      reader.once('message', (parsed) => resolve(parsed as ParsedTable));
      // The reader threw, or ran out of memory. Only this file is affected.
      reader.once('error', giveUp);
      reader.once('exit', giveUp);
      // Ignores the error: it means that the reader has ended, and its `exit` event says so too.
      reader.send(task, () => {});
    });
  } finally {
    clearTimeout(timer);
    reader.kill('SIGKILL');
  }
}

function inWords(formats: readonly TableFormat[]): string {
  const endings = formats.map((format) => `.${format}`);
  return [endings.slice(0, -1).join(', '), endings.at(-1)].filter(Boolean).join(' or ');
}
