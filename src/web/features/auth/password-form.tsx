import { PasswordInput, Stack } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { z } from 'zod';

import { shortestPassword } from '#domain/people/password.ts';
import { changePasswordSchema } from '#domain/people/sign-in.ts';
import { choosePassword } from '#web/lib/session.ts';
import { focusFirstError, showProblem } from '#web/ui/field-errors.ts';
import { toast } from '#web/ui/notices/toast.ts';

const formSchema = changePasswordSchema
  .safeExtend({ repeated: z.string() })
  .refine(({ newPassword, repeated }) => newPassword === repeated, {
    path: ['repeated'],
    message: 'The two new passwords differ',
  });

type Props = {
  /** Renders the buttons below the fields. */
  children: (isSending: boolean) => ReactNode;
  onSaved?: () => void;
};

/** A form in which people choose their own password, after entering the current one. */
export function PasswordForm({ children, onSaved }: Props) {
  const { form, send, isSending } = useChoosePassword(onSaved);
  const field = (name: 'currentPassword' | 'newPassword' | 'repeated') => ({
    ...form.getInputProps(name),
    size: 'md' as const,
    'aria-required': true,
    visibilityToggleButtonProps: { 'aria-label': 'Show password' },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(send, (errors) => focusFirstError(form, errors))}>
      <Stack gap="md">
        <PasswordInput
          {...field('currentPassword')}
          label="Current password"
          data-autofocus
          autoComplete="current-password"
        />
        <PasswordInput
          {...field('newPassword')}
          label="New password"
          description={`At least ${shortestPassword} characters`}
          autoComplete="new-password"
        />
        <PasswordInput
          {...field('repeated')}
          label="New password again"
          autoComplete="new-password"
        />
        {children(isSending)}
      </Stack>
    </form>
  );
}

function useChoosePassword(onSaved: (() => void) | undefined) {
  const [isSending, setSending] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { currentPassword: '', newPassword: '', repeated: '' },
    validate: schemaResolver(formSchema, { sync: true }),
  });
  const send = async ({ currentPassword, newPassword }: typeof form.values) => {
    setSending(true);
    try {
      await choosePassword({ currentPassword, newPassword });
      toast.success('Password saved', 'Use it from the next sign-in on.');
      onSaved?.();
    } catch (error) {
      showProblem(form, error, 'Password not saved');
    } finally {
      setSending(false);
    }
  };
  return { form, send, isSending };
}
