import { hotelFieldNames, type HotelField } from '#domain/hotels/hotel-fields.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { valuesOfHotel, type HotelValues } from './hotel-form.ts';

export type Choice = 'mine' | 'theirs';

/** A field that someone else changed meanwhile, to something else than what stands here. */
export type Difference = {
  field: HotelField;
  mine: string;
  theirs: string;
  /** I changed it too: who wins must be said. Otherwise their change stands unless said. */
  isContested: boolean;
};

/**
 * What another person's change means for mine, field by field. What they left alone is no matter
 * of choice, nor is what we both changed to the same.
 *
 * @param base the hotel as my editing began
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

/** My values with theirs where they are chosen. What I did not touch and is not chosen is theirs. */
export function joinChoices(
  mine: HotelValues,
  differences: readonly Difference[],
  choices: Partial<Record<HotelField, Choice>>,
): HotelValues {
  const taken: Partial<HotelValues> = {};
  for (const { field, theirs } of differences) if (choices[field] !== 'mine') taken[field] = theirs;
  return { ...mine, ...taken };
}
