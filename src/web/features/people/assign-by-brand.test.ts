import { expect, test } from 'vitest';

import { arrangeHotels } from './assignable-hotels.ts';
import { groupHotels, withGroup } from './assign-by-brand.ts';

const brands = ['Vesper', 'aurora', 'Vesper', 'Vesper'];
const hotels = brands.map((hotelBrand, index) => ({
  id: index + 1,
  hotelId: `H${index + 1}`,
  hotelName: `Hotel ${index + 1}`,
  hotelBrand,
  hotelCity: 'Bath',
  // The fourth names the person in its own record.
  serviceConsultantId: index === 3 ? 7 : null,
}));
const rows = arrangeHotels(hotels, { userId: 7, chosen: [] });
const groupsWith = (...chosen: number[]) => groupHotels(rows, new Set(chosen));

test('all hotels come first, then each brand in order, with how many there are and are missing', () => {
  expect(groupsWith(3).map(({ brand, size, missing }) => [brand, size, missing])).toEqual([
    [null, 4, 2],
    ['aurora', 1, 1],
    ['Vesper', 3, 1],
  ]);
});

test('a brand is added whole, and taken away once none of it is missing', () => {
  const [, , vesper] = groupsWith(2, 3);
  const added = vesper ? withGroup([2, 3], vesper) : [];
  expect(added.toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
  const [, , whole] = groupsWith(...added);
  expect(whole && withGroup(added, whole)).toEqual([2]);
});

test('what a hotel’s own record assigns is neither added nor taken away', () => {
  const [all] = groupsWith();
  expect(all && withGroup([], all).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
});
