import type { FormErrors, UseFormReturnType } from '@mantine/form';

import { ApiError } from '#web/lib/api.ts';

import { whyFailed } from './notices/failure-words.ts';
import { toast } from './notices/toast.ts';

type Form<V> = Pick<UseFormReturnType<V>, 'getInputNode' | 'getValues' | 'setErrors'>;

/**
 * Shows the server's errors at their fields and focuses the first of those. Errors that belong to
 * no field of the form appear in a toast with this `title`.
 */
export function showProblem<V extends Record<string, unknown>>(
  form: Form<V>,
  error: unknown,
  title = 'Error',
): void {
  const { atField, elsewhere } = markFields(form, error);
  focusFirstError(form, atField);
  if (elsewhere.length > 0) toast.error(title, elsewhere.join(' '));
  else if (Object.keys(atField).length === 0) toast.error(title, whyFailed(error));
}

/**
 * Shows the server's errors at their fields. Returns them, and the messages that belong to no
 * field.
 */
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

/** Focuses the first field with an error, for people who do not see it. */
export function focusFirstError<V>(
  form: Pick<UseFormReturnType<V>, 'getInputNode'>,
  errors: FormErrors,
): void {
  const [path] = Object.keys(errors);
  if (path !== undefined) form.getInputNode(path)?.focus();
}
