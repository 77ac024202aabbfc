import { readFileSync } from 'node:fs';

import type { Caller, Whose } from './objects.ts';

/** The table's columns of people. Connie has the hotel of every object, Cole does not. */
export const columns = {
  nobody: 'nobody',
  'with the hotel': 'connie',
  'without the hotel': 'cole',
  Assessor: 'asa',
  Admin: 'alice',
  'hotel contact': 'contact',
} as const satisfies Record<string, Caller>;

export type Line = {
  /** For example `GET /api/hotels/{id}`, with the query of this line. */
  call: string;
  /** The route without a query, as in the router's list. */
  route: string;
  object: string;
  /** The text under each person: one reply, or three. */
  answers: Record<string, string>;
};

export const whose: readonly Whose[] = ['own', 'foreign', 'absent'];

export function readTable(): Line[] {
  const text = readFileSync(new URL('./table.md', import.meta.url), 'utf8');
  const [heading, ...rows] = text.split('\n').filter((line) => line.startsWith('| '));
  const names = cellsOf(heading ?? '');
  if (names.join() !== ['call', 'object', ...Object.keys(columns)].join())
    throw new Error(`The table's columns are ${names.join(', ')}`);
  return rows
    .filter((row) => !row.startsWith('| -'))
    .map((row) => {
      const [call = '', object = '', ...answers] = cellsOf(row);
      return {
        call: call.replaceAll('`', ''),
        route: call.replaceAll('`', '').replace(/\?.*/, ''),
        object,
        answers: Object.fromEntries(names.slice(2).map((name, n) => [name, answers[n] ?? ''])),
      };
    });
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Writes three equal replies as one. */
export function inShort(answers: readonly string[]): string {
  return new Set(answers).size === 1 ? (answers[0] ?? '') : answers.join(' ');
}
