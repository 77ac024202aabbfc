import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import pLimit from 'p-limit';

import { invalid, type ProblemError } from '#server/problems.ts';
import { checkFile } from './check-file.ts';
import {
  mostLetters,
  type ParsedTable,
  type TableFormat,
  type TableLimits,
} from './parse-table.ts';
import type { TableTask } from './table-reader.ts';

/** Milliseconds and megabytes that reading one file may take. */
const patience = 15_000;
const memory = 256;
/** Two files are read at the same time; others wait, so that memory stays bounded. */
const inTurn = pLimit(2);

const readerFile = fileURLToPath(new URL('./table-reader.ts', import.meta.url));

/**
 * Reads a file of rows, as people's spreadsheets write them, into cells of text: `rows[0]` is what
 * the spreadsheet shows as row 1. Whatever is in the file, it is parsed apart from everything else,
 * in bounded time and memory; what cannot be read is refused at the field `file`.
 *
 * `formats` are the endings that may be, of .xlsx, .xls and .csv.
 */
export async function readTable(
  file: { name: string; bytes: Buffer },
  limits: TableLimits & { formats: readonly TableFormat[] },
): Promise<{ rows: string[][] }> {
  const { formats, ...bounds } = limits;
  const ending = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase();
  const format = formats.find((one) => one === ending);
  if (!format) throw invalid('file', `Please choose a ${inWords(formats)} file`);
  const wrong = await checkFile(file.bytes, format, bounds);
  if (wrong) throw refusal(wrong, format, bounds);
  const parsed = await inTurn(() => parseApart({ bytes: file.bytes, format, limits: bounds }));
  if ('rows' in parsed) return parsed;
  throw refusal(parsed.refused, format, bounds);
}

type Refused =
  | NonNullable<Awaited<ReturnType<typeof checkFile>>>
  | Exclude<ParsedTable, { rows: string[][] }>['refused']
  | 'unreadable';

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
 * Parses one file in a process of its own, which takes all it held along when it ends.
 *
 * A thread would not do: one that runs out of its memory at a bad moment ends the whole server.
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
      // It threw, or ran out of memory: the file's doing, and no one else's.
      reader.once('error', giveUp);
      reader.once('exit', giveUp);
      // An error here means that the reader has ended, which it tells by itself.
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
