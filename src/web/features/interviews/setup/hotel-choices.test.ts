import { expect, test } from 'vitest';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { groupHotels } from './hotel-choices.ts';

const aHotel = (id: number, more: Partial<Hotel> = {}) =>
  ({
    ...{ id, hotelId: `H${id}`, hotelName: `House ${id}`, hotelBrand: 'Night', hotelCity: 'Bern' },
    ...{ stage: 'Evaluation' },
    ...more,
  }) as Hotel;
const told = (...groups: ReturnType<typeof groupHotels>) =>
  groups.map(({ heading, hotels, more }) => [heading, hotels.map(({ id }) => id), more]);

const onsite = { stage: 'Onsite Assessment' as const };
const hotels = [aHotel(1), aHotel(2, onsite), aHotel(3, onsite), aHotel(4)];

test('those interviewed here last come first, then those at their assessment, none twice', () => {
  expect(told(...groupHotels(hotels, [4, 2, 99], ''))).toEqual([
    ['Recently on this device', [4, 2], 0],
    ['At Onsite Assessment', [3], 0],
  ]);
});

test('where none is at its assessment, any hotel is offered', () => {
  expect(told(...groupHotels([aHotel(1), aHotel(4)], [], ''))).toEqual([['Hotels', [1, 4], 0]]);
});

test('a search finds every word in name, brand, city and hotel ID, whatever the stage', () => {
  const named = [...hotels, aHotel(5, { hotelName: 'Harbour View', hotelCity: 'Oslo' })];
  expect(told(...groupHotels(named, [1], 'oslo harb'))).toEqual([['Found', [5], 0]]);
  expect(told(...groupHotels(named, [1], 'h4'))).toEqual([['Found', [4], 0]]);
  const accented = [aHotel(6, { hotelName: 'Hôtel Épée' })];
  expect(told(...groupHotels(accented, [1], 'hotel epee'))).toEqual([['Found', [6], 0]]);
  expect(told(...groupHotels(named, [1], 'oslo bern'))).toEqual([['Found', [], 0]]);
});

test('of very many it lists a few, and says how many more there are', () => {
  const many = Array.from({ length: 20_000 }, (_, index) => aHotel(index + 1, onsite));
  const [listed] = groupHotels(many, [], '');
  expect([listed?.hotels.length, listed?.more]).toEqual([8, 19_992]);
});
