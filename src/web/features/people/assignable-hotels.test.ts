import { expect, test } from 'vitest';

import { aHotelToAssign } from '#test/web-people.ts';
import { arrangeHotels, hotelsMatching, type ArrangedHotel } from './assignable-hotels.ts';

const hotels = [
  aHotelToAssign({ id: 1, hotelName: 'Alder House', hotelCity: 'Bath' }),
  aHotelToAssign({ id: 2, hotelName: 'Birch House', hotelCity: 'Oslo', serviceConsultantId: 7 }),
  aHotelToAssign({ id: 3, hotelName: 'Cedar House', hotelBrand: 'Harbor', hotelId: '00123' }),
  aHotelToAssign({ id: 4, hotelName: 'Dogwood Inn', hotelCity: 'Bath' }),
];
const idsOf = (rows: readonly ArrangedHotel[]) => rows.map(({ hotel }) => hotel.id);

test("one's own stand first, those to be changed here before the others", () => {
  const rows = arrangeHotels(hotels, { userId: 7, chosen: [4, 2] });
  expect(idsOf(rows)).toEqual([4, 2, 1, 3]);
  expect(rows.filter(({ byRecord }) => byRecord).map(({ hotel }) => hotel.id)).toEqual([2]);
});

test('a new user has no hotels yet', () => {
  const rows = arrangeHotels(hotels, { userId: undefined, chosen: [] });
  expect(idsOf(rows)).toEqual([1, 2, 3, 4]);
  expect(rows.some(({ byRecord }) => byRecord)).toBe(false);
});

test.each([
  ['', [1, 2, 3, 4]],
  ['house', [1, 2, 3]],
  ['BATH house', [1]],
  ['harbor', [3]],
  ['00123', [3]],
  ['nowhere', []],
])('searching for "%s" finds %j', (search, expected) => {
  const rows = arrangeHotels(hotels, { userId: undefined, chosen: [] });
  expect(idsOf(hotelsMatching(search, rows))).toEqual(expected);
});
