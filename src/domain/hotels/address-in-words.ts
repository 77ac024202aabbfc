import type { HotelFields } from './hotel.ts';

type Place = Pick<
  HotelFields,
  'hotelAddress' | 'hotelPostalCode' | 'hotelCity' | 'hotelState' | 'hotelCountry'
>;

/** Returns the whole address on one line: "ul. Złotnicza 11, 31-041 Kraków, Małopolskie, Poland". */
export function addressInWords(hotel: Place): string {
  const { hotelAddress, hotelPostalCode, hotelCity, hotelState, hotelCountry } = hotel;
  const city = [hotelPostalCode, hotelCity].filter(Boolean).join(' ');
  return [hotelAddress, city, hotelState, hotelCountry].filter(Boolean).join(', ');
}
