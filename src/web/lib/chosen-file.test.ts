import { expect, test } from 'vitest';

import { acceptOf, inWords, refusalOf } from './chosen-file.ts';

const taken = { formats: ['xlsx', 'xls', 'csv'], largest: 10 * 1024 * 1024 };

test('a chosen file is refused by its ending and its size, in words', () => {
  expect(refusalOf({ name: 'Hotels.of.May.CSV', size: 1 }, taken)).toBeUndefined();
  expect(refusalOf({ name: 'hotels.xlsx', size: taken.largest }, taken)).toBeUndefined();
  for (const name of ['hotels.pdf', 'csv', 'hotels.csv.exe', ''])
    expect(refusalOf({ name, size: 1 }, taken)).toBe('Please choose a .xlsx, .xls or .csv file');
  expect(refusalOf({ name: 'a.csv', size: taken.largest + 1 }, taken)).toBe(
    'A file can have up to 10 MB',
  );
  expect(refusalOf({ name: 'a.csv', size: 0 }, taken)).toBe('This file is empty');
  expect(refusalOf({ name: 'a.b', size: 1 }, { ...taken, otherKind: 'No' })).toBe('No');
});

test('what is taken is told to the browser, and to people', () => {
  expect(acceptOf(taken)).toBe('.xlsx,.xls,.csv');
  expect(inWords(['xls'])).toBe('.xls');
});
