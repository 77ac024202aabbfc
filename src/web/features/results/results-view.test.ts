import { expect, test } from 'vitest';

import {
  filterOf,
  isNarrowed,
  nothingChosen,
  resultsViewSchema,
  scoresBetween,
} from './results-view.ts';

const now = new Date('2026-05-20T12:00:00').getTime();
const daysOf = (address: Record<string, string>) => {
  const { from, to } = filterOf(resultsViewSchema.parse(address), now);
  return [from, to];
};

test('seven days are today and the six before it', () => {
  expect(daysOf({ range: '7' })).toEqual(['2026-05-14', '2026-05-20']);
  expect(daysOf({ range: 'custom', from: '2026-01-05' })).toEqual(['2026-01-05', undefined]);
});

test('a month is the days of it that the range has', () => {
  expect(daysOf({ range: '365', month: '2026-02' })).toEqual(['2026-02-01', '2026-02-28']);
  expect(daysOf({ range: '365', month: '2026-05' })).toEqual(['2026-05-01', '2026-05-20']);
  expect(daysOf({ range: '30', month: '2026-04' })).toEqual(['2026-04-21', '2026-04-30']);
  expect(daysOf({ range: 'custom', month: '2025-12' })).toEqual(['2025-12-01', '2025-12-31']);
});

test('a week and a day are those of it that the range has', () => {
  expect(daysOf({ range: '7', week: '2026-05-11' })).toEqual(['2026-05-14', '2026-05-17']);
  expect(daysOf({ range: '90', day: '2026-05-12' })).toEqual(['2026-05-12', '2026-05-12']);
  expect(daysOf({ range: '90', month: '2026-05', day: '2026-05-12' })).toEqual([
    ...['2026-05-12', '2026-05-12'],
  ]);
});

test('an address that names no tab shows the overview', () => {
  expect(resultsViewSchema.parse({}).tab).toBe('overview');
  for (const address of [
    { tab: 'everything' },
    { hotel: '2147483648' },
    { brand: 'x'.repeat(201) },
    { week: '9999-12-27' },
  ])
    expect([address, resultsViewSchema.safeParse(address).success]).toEqual([address, false]);
});

test('a queue is of all dates, whatever the range and the month', () => {
  expect(daysOf({ range: '30', month: '2026-04', review: 'needed' })).toEqual([
    undefined,
    undefined,
  ]);
});

test('a verdict is filtered by, and old addresses by score still are', () => {
  const filter = (address: object) => filterOf(resultsViewSchema.parse(address), now);
  expect(filter({ verdict: 'Needs Review' })).toMatchObject({ verdict: 'Needs Review' });
  expect(filter({ least: '80' })).toMatchObject({ scoreFrom: 80, verdict: undefined });
  expect(resultsViewSchema.safeParse({ verdict: 'Failed' }).success).toBe(false);
});

test('approved rounds and one round are filters of the address', () => {
  const view = resultsViewSchema.parse({ approved: '1', round: '7', stage: 'Evaluation' });
  expect(filterOf(view, now)).toMatchObject({ approved: '1', roundId: 7, stage: 'Evaluation' });
  expect(isNarrowed(resultsViewSchema.parse({ approved: '1' }))).toBe(true);
  expect(Object.keys(nothingChosen)).toEqual(expect.arrayContaining(['approved', 'round']));
  expect(resultsViewSchema.safeParse({ approved: 'no' }).success).toBe(false);
});

test('a range of scores is named by its ends', () => {
  expect(scoresBetween({ least: 70, under: 80 })).toBe('70% to under 80%');
  expect(scoresBetween({ least: 90 })).toBe('90% and more');
  expect(scoresBetween({ under: 10 })).toBe('under 10%');
});
