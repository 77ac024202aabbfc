import { expect, test } from 'vitest';

import { makeEntries, placeToStart, rank, readSought } from './rank.ts';

type House = { name: string; code: string; city: string };
const house = (name: string, code = 'X-1', city = 'Bern'): House => ({ name, code, city });
const entriesOf = (houses: readonly House[]) =>
  makeEntries(houses, ({ name, code, city }) => [name, code, city]);
const found = (houses: readonly House[], search: string, most = 10) =>
  rank(entriesOf(houses), readSought(search), most).items.map(({ name }) => name);

test('the nearer a match is to the name, the earlier it stands', () => {
  const houses = [
    house('Lake Palace', 'X-1', 'Parkville'),
    house('Skyparks'),
    house('Hotel Grand-Park'),
    house('Park Lane'),
    house('Zum Hirschen', 'PARK'),
  ];
  expect(found(houses, 'park')).toEqual([
    'Zum Hirschen',
    'Park Lane',
    'Hotel Grand-Park',
    'Skyparks',
    'Lake Palace',
  ]);
});

test('what is equally good keeps the order of the list', () => {
  expect(found([house('Park B'), house('Park A')], 'park')).toEqual(['Park B', 'Park A']);
});

test('every word must occur, in any field, any case and with or without accents', () => {
  const houses = [house('Hôtel de la Paix', 'FR-7', 'Genève'), house('Hotel Paxton')];
  expect(found(houses, 'PAIX geneve')).toEqual(['Hôtel de la Paix']);
  expect(found(houses, 'hotel pa')).toEqual(['Hotel Paxton', 'Hôtel de la Paix']);
  expect(found(houses, 'paix zürich')).toEqual([]);
});

test('of many it names the best few, and says how many there are', () => {
  const houses = [...Array.from({ length: 50 }, (_, n) => house(`Old Park ${n}`)), house('Park')];
  const { items, total, best } = rank(entriesOf(houses), readSought('park'), 3);
  expect([items.map(({ name }) => name), total, best]).toEqual([
    ['Park', 'Old Park 0', 'Old Park 1'],
    51,
    0,
  ]);
  expect(rank(entriesOf(houses), readSought('inn'), 3)).toEqual({
    items: [],
    total: 0,
    best: Infinity,
  });
});

test('ten times as many hotels take about ten times as long', () => {
  // Take the quickest of several runs, because another program may use the processor meanwhile.
  const timeOf = (hotels: number) => {
    const entries = entriesOf(
      Array.from({ length: hotels }, (_, n) =>
        house(`Grand Hôtel number ${n} at the Harbour`, `GH-${n}`, 'San Sebastián'),
      ),
    );
    const runs = Array.from({ length: 7 }, () => {
      const begun = performance.now();
      for (const search of ['g', 'harb', 'number 1 seb', '19999', 'nowhere'])
        rank(entries, readSought(search), 6);
      return performance.now() - begun;
    });
    return Math.min(...runs);
  };
  timeOf(2_000);
  expect(timeOf(20_000) / timeOf(2_000)).toBeLessThan(40);
});

test.each([
  ['start interview at Plaza', 'plaza'],
  ['Start an interview at the  Plaza', 'the plaza'],
  ['interview at plaza', 'plaza'],
  ['start plaza', 'plaza'],
  ['start', ''],
  ['start int', ''],
  ['start interview at ', ''],
  ['starlight', undefined],
  ['interviewers', undefined],
  ['plaza', undefined],
])('%j asks to start at %j', (search, place) => {
  expect(placeToStart(search)).toBe(place);
});
