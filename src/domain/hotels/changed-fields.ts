import { fieldsThatDiffer } from '#domain/fields-that-differ.ts';
import {
  mayMoveTo,
  stageGuardDetail,
  statusOnMoveTo,
  type Stage,
} from '#domain/workflow/stages.ts';
import {
  hotelFieldNames,
  hotelFields,
  type HotelField,
  type HotelFieldOf,
} from './hotel-fields.ts';
import type { HotelChange, HotelFields, SeenHotelFields } from './hotel.ts';

/**
 * Returns the fields whose values a change would make different from the stored ones (rule 51). A
 * move to another stage also sets that stage's status, unless the change names one.
 */
export function changedFields(stored: HotelFields, change: HotelChange): Partial<HotelFields> {
  const { version: _, basedOn: __, cycle: ___, ...asked } = change;
  const { stage } = asked;
  const moves = stage !== undefined && stage !== stored.stage;
  const status = asked.status ?? (moves ? statusOnMoveTo(stage) : undefined);
  return fieldsThatDiffer(stored, { ...asked, status });
}

/**
 * Returns the fields, among those to be written, that somebody else has changed since the sender
 * saw them. A field that already has the wanted value is no conflict; it is not among `changed`.
 */
export function changedMeanwhile(
  stored: HotelFields,
  changed: Partial<HotelFields>,
  basedOn: SeenHotelFields,
): HotelField[] {
  return hotelFieldNames.filter(
    (field) =>
      changed[field] !== undefined &&
      basedOn[field] !== undefined &&
      basedOn[field] !== stored[field],
  );
}

const completionDates: readonly CompletionDate[] = hotelFieldNames.filter(
  (field): field is CompletionDate => hotelFields[field].kind === 'day',
);

export type ChangeProblem =
  { readonly kind: 'stage-guard'; readonly message: string } | FieldProblem;
type FieldProblem = {
  readonly kind: 'field';
  readonly path: keyof HotelFields;
  readonly message: string;
};

/**
 * Returns why a change is refused; null when it is not. Virtual Re-Assessment needs the completion
 * date of the virtual session, which the same change may set. A completion date can be set only
 * while the hotel is in that stage, before or after the change, and must not be in the future.
 *
 * @param today `2026-03-31`: the last day that is not in the future
 */
export function changeProblem(
  stored: HotelFields,
  changed: Partial<HotelFields>,
  today: string,
): ChangeProblem | null {
  const isIn = (stage: Stage) => stored.stage === stage || changed.stage === stage;
  for (const field of completionDates) {
    const { stage } = hotelFields[field];
    if (changed[field] !== undefined && !isIn(stage)) return dateProblem(field, stage);
  }
  const early = futureDate(changed, today);
  if (early) return early;
  if (changed.stage !== undefined && !mayMoveTo(changed.stage, { ...stored, ...changed }))
    return { kind: 'stage-guard', message: stageGuardDetail };
  return null;
}

/** Returns the problem if a completion date is in the future; null otherwise. */
export function futureDate(dates: CompletionDates, today: string): FieldProblem | null {
  const path = completionDates.find((field) => (dates[field] ?? today) > today);
  return path ? { kind: 'field', path, message: futureDateNote } : null;
}

type CompletionDate = HotelFieldOf<{ kind: 'day' }>;
type CompletionDates = { [Date in CompletionDate]?: string | null | undefined };
export const futureDateNote = 'This date is in the future';

function dateProblem(path: keyof HotelFields, stage: Stage): ChangeProblem {
  return {
    kind: 'field',
    path,
    message: `This date can be set only while the hotel is in ${stage}`,
  };
}
