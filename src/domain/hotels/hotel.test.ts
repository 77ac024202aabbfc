import { expect, test } from 'vitest';

import { declarationOf, hotelFieldNames, hotelFileFields, hotelFields } from './hotel-fields.ts';
import { hotelSchema } from './hotel.ts';

const hotel = {
  ...{ id: 1, version: 1, createdAt: '2026-03-31T08:00:00Z', updatedAt: '2026-03-31T08:00:00Z' },
  ...Object.fromEntries(
    hotelFieldNames.map((field) => {
      const { fallback } = declarationOf(field);
      return [field, fallback === undefined ? 'Text' : fallback];
    }),
  ),
};

test('a hotel that a device kept before a field existed can still be read', () => {
  const fields = hotelFieldNames.filter((field) => declarationOf(field).fallback !== undefined);
  for (const field of fields) {
    const { [field]: _, ...older } = { ...hotel } as Record<string, unknown>;
    expect(hotelSchema.parse(older)).toEqual(hotel);
  }
});

test('only fields that every kept hotel has are without a fallback', () => {
  const without = hotelFieldNames.filter((field) => declarationOf(field).fallback === undefined);
  expect(without.toSorted()).toEqual([
    ...['fpgRegion', 'hotelAddress', 'hotelBrand', 'hotelChain', 'hotelCity', 'hotelCountry'],
    ...['hotelId', 'hotelName', 'hotelPostalCode', 'hotelState'],
  ]);
});

test('the columns of the hotel file are numbered without a gap', () => {
  const places = hotelFileFields.map((field) => hotelFields[field].column.at);
  expect(places).toEqual(places.map((_, index) => index + 1));
});
