import { expect, test } from 'vitest';

import { declarationOf, hotelFieldNames, type HotelField } from '#domain/hotels/hotel-fields.ts';
import { hotelSchema, type Hotel } from '#domain/hotels/hotel.ts';
import { changeOf, inputOf, problemsOf, valuesOfHotel } from './hotel-form.ts';

const filled: Record<string, (field: HotelField) => unknown> = {
  line: (field) => declarationOf(field).label,
  choice: (field) => declarationOf(field).choices?.at(-1),
  consultant: () => 7,
  day: () => '2026-03-31',
  notes: () => 'Two\nlines',
};
const record = {
  id: 1,
  version: 3,
  createdAt: '2026-03-31T08:00:00Z',
  updatedAt: '2026-03-31T08:00:00Z',
};

function aHotel(valueOf: (field: HotelField) => unknown): Hotel {
  const fields = hotelFieldNames.map((field) => [field, valueOf(field)] as const);
  return hotelSchema.parse({ ...record, ...Object.fromEntries(fields) });
}
const full = aHotel((field) => filled[declarationOf(field).kind]?.(field));
const bare = aHotel((field) => {
  const { fallback, label } = declarationOf(field);
  return fallback === undefined ? label : fallback;
});

test.each([
  ['every field filled', full],
  ['nothing filled that may be left out', bare],
])('a hotel that nobody touched has no problem and no change: %s', (_, hotel) => {
  const values = valuesOfHotel(hotel);
  expect(problemsOf(values, hotel)).toEqual({});
  expect(changeOf(values, hotel)).toEqual({ version: 3 });
});

test('a new hotel begins with the fallbacks, and lacks what must be given', () => {
  const values = valuesOfHotel(undefined);
  expect(values).toMatchObject({ stage: 'Initiated', status: 'Pending', chainScale: '' });
  const needed = hotelFieldNames.filter((field) => declarationOf(field).fallback === undefined);
  expect(Object.keys(problemsOf(values, undefined)).toSorted()).toEqual(needed.toSorted());
  expect(inputOf(valuesOfHotel(bare))).toMatchObject({
    serviceConsultantId: null,
    hotelOwner: null,
  });
});

test('a choice, a consultant and a day are taken back', () => {
  const values = { ...valuesOfHotel(full), chainScale: '', serviceConsultantId: '' };
  expect(changeOf(values, full)).toEqual({
    chainScale: null,
    serviceConsultantId: null,
    version: 3,
  });
});
