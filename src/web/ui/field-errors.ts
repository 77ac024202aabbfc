import type { FormErrors, UseFormReturnType } from '@mantine/form';

import { ApiError, detailOf } from '#web/lib/api.ts';

import { toast } from './toast.ts';

type Form<V> = Pick<UseFormReturnType<V>, 'getInputNode' | 'getValues' | 'setErrors'>;

/**
 * Puts what the server found wrong at its fields, and leads to the first of them; what belongs to
 * no field of the form is told in a toast, under `title`.
 */
export function showProblem<V extends Record<string, unknown>>(
  form: Form<V>,
  error: unknown,
  title = 'Error',
): void {
  const { atField, elsewhere } = markFields(form, error);
  focusFirstError(form, atField);
  if (elsewhere.length > 0) toast.error(title, elsewhere.join(' '));
  else if (Object.keys(atField).length === 0) toast.error(title, detailOf(error));
}

/** Puts what the server found wrong at its fields, and answers what belongs to none. */
export function markFields<V extends Record<string, unknown>>(
  form: Form<V>,
  error: unknown,
): { atField: FormErrors; elsewhere: string[] } {
  const found = (error instanceof ApiError && error.problem?.errors) || [];
  const fields = form.getValues();
  const isField = ({ path }: { path: string }) => (path.split('.')[0] ?? '') in fields;
  const atField = Object.fromEntries(
    found.filter(isField).map(({ path, message }) => [path, message]),
  );
  const elsewhere = found.filter((one) => !isField(one)).map(({ message }) => message);
  if (Object.keys(atField).length > 0) form.setErrors(atField);
  return { atField, elsewhere };
}

/** Leads to the first field that needs mending, for whoever does not see it. */
export function focusFirstError<V>(
  form: Pick<UseFormReturnType<V>, 'getInputNode'>,
  errors: FormErrors,
): void {
  const [path] = Object.keys(errors);
  if (path !== undefined) form.getInputNode(path)?.focus();
}
