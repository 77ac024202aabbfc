import { hotelColumns } from '#domain/hotels/hotel-import.ts';
import {
  hotelChangeSchema,
  hotelInputSchema,
  type Hotel,
  type HotelChange,
  type HotelInput,
} from '#domain/hotels/hotel.ts';
import { changeProblem, settleChange, type HotelFields } from '#domain/hotels/settle-change.ts';
import { dayHere } from '#web/lib/days.ts';

export type HotelField = keyof HotelFields;

/** What stands in the dialog: texts, and an empty one for what is not there. */
export type HotelValues = Record<HotelField, string>;

const columns = Object.entries(hotelColumns).map(([label, field]) => [field, label] as const);

/** What each field is called, in the form, in messages and in the import's file. */
export const hotelLabels: Readonly<Record<HotelField, string>> = {
  ...(Object.fromEntries(columns) as Record<keyof HotelInput, string>),
  virtualSessionCompletionDate: 'Virtual session completion date',
  virtualReAssessmentCompletionDate: 'Virtual re-assessment completion date',
  evaluationNotes: 'Evaluation notes',
};
export const hotelFields = Object.keys(hotelLabels) as HotelField[];

/** As the dialog opens: a hotel's own, or those of a new one. */
export function valuesOfHotel(hotel: Hotel | undefined): HotelValues {
  const values = hotelFields.map((field) => [field, String(hotel?.[field] ?? '')] as const);
  const fresh = hotel ? {} : { status: 'Pending', stage: 'Initiated' };
  return { ...(Object.fromEntries(values) as HotelValues), ...fresh };
}

/** What is wrong with the values, at their fields: what the server would say of them. */
export function problemsOf(
  values: HotelValues,
  base: Hotel | undefined,
): Partial<Record<HotelField, string>> {
  const read = hotelChangeSchema.safeParse(withNulls(values));
  if (!read.success) {
    const issues = read.error.issues.map(({ path, message }) => [path[0], message] as const);
    // Of several at one field the first one stands.
    return Object.fromEntries(issues.toReversed()) as Partial<Record<HotelField, string>>;
  }
  const today = dayHere(Date.now());
  const problem = base && changeProblem(base, settleChange(base, read.data), today);
  if (!problem) return {};
  return { [problem.kind === 'field' ? problem.path : 'stage']: problem.message };
}

/** What creates a hotel. Its dates and notes come later, when it is under way. */
export function inputOf(values: HotelValues): HotelInput {
  return hotelInputSchema.parse(withNulls(values));
}

/**
 * What differs from the hotel as it was read, with the version that guards it. A status left as it
 * is goes along with a move to another stage, which would bring its own.
 */
export function changeOf(values: HotelValues, base: Hotel): HotelChange {
  const wanted = hotelChangeSchema.parse(withNulls(values));
  const changed = settleChange(base, wanted);
  const status = changed.stage === undefined ? {} : { status: wanted.status };
  return { ...changed, ...status, version: base.version };
}

function withNulls(values: HotelValues) {
  return {
    ...values,
    chainScale: values.chainScale || null,
    serviceConsultantId: values.serviceConsultantId ? Number(values.serviceConsultantId) : null,
    virtualSessionCompletionDate: values.virtualSessionCompletionDate || null,
    virtualReAssessmentCompletionDate: values.virtualReAssessmentCompletionDate || null,
    evaluationNotes: values.evaluationNotes || null,
  };
}
