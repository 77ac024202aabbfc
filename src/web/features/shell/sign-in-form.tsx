import { Button, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { signInSchema, type SignIn } from '#domain/people/sign-in.ts';
import { ApiError, detailOf } from '#web/lib/api.ts';
import { returnTo } from '#web/lib/return-to.ts';
import { paths } from '#web/paths.ts';
import { focusFirstError } from '#web/ui/field-errors.ts';
import { toast } from '#web/ui/toast.ts';

import { signIn } from '#web/lib/session.ts';

export function SignInForm() {
  const form = useForm<SignIn>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(signInSchema, { sync: true }),
  });
  const { send, isSending } = useSignIn();
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => send(signInSchema.parse(values)),
        (errors) => focusFirstError(form, errors),
      )}
    >
      <Title order={2} mb="lg">
        Sign in
      </Title>
      <Stack gap="md">
        <TextInput
          key={form.key('email')}
          {...form.getInputProps('email')}
          label="Email"
          type="email"
          autoComplete="username"
          size="md"
        />
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label="Password"
          autoComplete="current-password"
          size="md"
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <Button type="submit" size="md" mt="xs" loading={isSending}>
          Sign In
        </Button>
      </Stack>
    </form>
  );
}

/** Signs in and goes to the dashboard, or back to where the session ended. */
function useSignIn() {
  const [isSending, setSending] = useState(false);
  const navigate = useNavigate();
  const send = async (input: SignIn) => {
    setSending(true);
    try {
      await signIn(input);
    } catch (error) {
      toast.error('Login Failed', reasonOf(error));
      setSending(false);
      return;
    }
    toast.success('Login Successful', 'Welcome to Bellwether');
    await navigate({ href: returnTo.take() ?? paths.dashboard, replace: true });
  };
  return { send, isSending };
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 401)
    return 'Invalid email or password. Please try again.';
  return detailOf(error);
}
