import {
  declarationOf,
  hotelFieldNames,
  valueOfText,
  type HotelField,
} from '#domain/hotels/hotel-fields.ts';
import {
  hotelChangeSchema,
  hotelInputSchema,
  type Hotel,
  type HotelChange,
  type HotelInput,
} from '#domain/hotels/hotel.ts';
import { changeProblem, changedFields } from '#domain/hotels/changed-fields.ts';
import { dayHere } from '#web/lib/days.ts';

/** The texts in the dialog's controls. A field without a value has an empty text. */
export type HotelValues = Record<HotelField, string>;

/** Returns a hotel's texts, or the initial texts for a new hotel. */
export function valuesOfHotel(hotel: Hotel | undefined): HotelValues {
  const textOf = (field: HotelField) =>
    String((hotel ? hotel[field] : declarationOf(field).fallback) ?? '');
  return byField(textOf);
}

/** Returns what is wrong with the values, by field. These are the same rules as the server's. */
export function problemsOf(
  values: HotelValues,
  base: Hotel | undefined,
): Partial<Record<HotelField, string>> {
  const read = hotelChangeSchema.safeParse(inputsOf(values));
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => [path[0], message] as const);
    // A field shows its first error, so the first one must be set last.
    return Object.fromEntries(issues.toReversed()) as Partial<Record<HotelField, string>>;
  }
  const today = dayHere(Date.now());
  const problem = base && changeProblem(base, changedFields(base, read.data), today);
  if (!problem) return {};
  return { [problem.kind === 'field' ? problem.path : 'stage']: problem.message };
}

/** Returns the input that creates a hotel. It has no dates or notes, because those come later. */
export function inputOf(values: HotelValues): HotelInput {
  return hotelInputSchema.parse(inputsOf(values));
}

/**
 * Returns the fields that differ from the hotel as it was read, with its version. If the form
 * changes the stage but not the status, the old status is sent too. Otherwise the server would set
 * the new stage's default status.
 */
export function changeOf(values: HotelValues, base: Hotel): HotelChange {
  const wanted = hotelChangeSchema.parse(inputsOf(values));
  const changed = changedFields(base, wanted);
  const status = changed.stage === undefined ? {} : { status: wanted.status };
  return { ...changed, ...status, version: base.version };
}

function inputsOf(values: HotelValues): Record<HotelField, unknown> {
  return byField((field) => valueOfText(field, values[field]));
}

function byField<T>(valueOf: (field: HotelField) => T): Record<HotelField, T> {
  const entries = hotelFieldNames.map((field) => [field, valueOf(field)] as const);
  return Object.fromEntries(entries) as Record<HotelField, T>;
}
