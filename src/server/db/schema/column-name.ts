/** Returns the column of a field: `hotelPostalCode` is stored in `hotel_postal_code`. */
export function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
