import { hotelFieldNames, type HotelField } from '#domain/hotels/hotel-fields.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { valuesOfHotel, type HotelValues } from './hotel-form.ts';

export type Choice = 'mine' | 'theirs';

/** A field that someone else changed while I edited, to a value other than mine. */
export type Difference = {
  field: HotelField;
  mine: string;
  theirs: string;
  /** I changed the field too, so I must choose. Otherwise their value is preselected. */
  isContested: boolean;
};

/**
 * Returns the fields in which another person's change differs from my values. Fields that they left
 * alone, or that we both set to the same value, need no choice.
 *
 * @param base the hotel when I began to edit
 */
export function differencesOf(base: Hotel, theirs: Hotel, mine: HotelValues): Difference[] {
  const before = valuesOfHotel(base);
  const after = valuesOfHotel(theirs);
  return hotelFieldNames
    .map((field) => ({
      field,
      mine: mine[field].trim(),
      theirs: after[field],
      isContested: mine[field].trim() !== before[field],
    }))
    .filter(({ field, mine: own, theirs: others }) => others !== before[field] && own !== others);
}

/** Returns my values, with theirs in every differing field where I did not choose mine. */
export function joinChoices(
  mine: HotelValues,
  differences: readonly Difference[],
  choices: Partial<Record<HotelField, Choice>>,
): HotelValues {
  const taken: Partial<HotelValues> = {};
  for (const { field, theirs } of differences) if (choices[field] !== 'mine') taken[field] = theirs;
  return { ...mine, ...taken };
}
