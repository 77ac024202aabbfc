import { expect, test } from 'vitest';

import { addressInWords } from './address-in-words.ts';

const hotel = {
  ...{ hotelAddress: 'ul. Złotnicza 11', hotelPostalCode: '31-041', hotelCity: 'Kraków' },
  ...{ hotelState: 'Małopolskie', hotelCountry: 'Poland' },
};

test('an address has its state and country', () => {
  expect(addressInWords(hotel)).toBe('ul. Złotnicza 11, 31-041 Kraków, Małopolskie, Poland');
});

test('what an address lacks leaves no comma', () => {
  const known = { ...hotel, hotelPostalCode: '', hotelState: '' };
  expect(addressInWords(known)).toBe('ul. Złotnicza 11, Kraków, Poland');
});
