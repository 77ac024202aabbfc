import { useForm, type UseFormReturnType } from '@mantine/form';
import { useState } from 'react';

import { hotelFieldNames } from '#domain/hotels/hotel-fields.ts';
import type { Hotel } from '#domain/hotels/hotel.ts';
import { ApiError, detailOf } from '#web/lib/api.ts';
import { showProblem } from '#web/ui/field-errors.ts';
import { toast } from '#web/ui/notices/toast.ts';
import { problemsOf, valuesOfHotel, type HotelValues } from './hotel-form.ts';
import { isStageGuard } from './save-hotel.ts';

export type HotelForm = UseFormReturnType<HotelValues>;

/**
 * Returns the form of an existing or a new hotel. `base` is the hotel that the values started from
 * and are compared with. `rebase` continues from a later state of that hotel.
 */
export function useHotelForm<H extends Hotel | undefined>(hotel: H) {
  const [base, setBase] = useState(hotel);
  const form = useForm<HotelValues>({
    initialValues: valuesOfHotel(hotel),
    validate: (values) => problemsOf(values, base),
  });
  const rebase = (onto: H, values = valuesOfHotel(onto)) => {
    setBase(onto);
    form.setInitialValues(valuesOfHotel(onto));
    form.resetDirty(valuesOfHotel(onto));
    form.setValues(values);
  };
  return { form, base, rebase };
}

/** The notice that both forms show offline. */
export const hotelsNeedConnection =
  'Hotels are not changed offline. What you enter stays here while this dialog is open; save it when the connection is back.';

/** Moves the focus to the first of the wrong fields. */
export function focusFirst(form: HotelForm, wrong: readonly string[]): void {
  const first = hotelFieldNames.find((field) => wrong.includes(field));
  if (first) form.getInputNode(first)?.focus();
}

/** Shows the server's errors at their fields, and the others as a toast. */
export function tellFailure(form: HotelForm, title: string, error: unknown): void {
  if (isStageGuard(error)) {
    form.setFieldError('stage', detailOf(error));
    toast.error('Validation Error', detailOf(error));
    focusFirst(form, ['stage']);
    return;
  }
  showProblem(form, error, title);
  const found = (error instanceof ApiError && error.problem?.errors) || [];
  focusFirst(
    form,
    found.map(({ path }) => path),
  );
}
