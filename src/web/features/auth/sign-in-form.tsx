import { Button, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { signInSchema, type SignIn } from '#domain/people/sign-in.ts';
import { ApiError, detailOf } from '#web/lib/api.ts';
import { returnTo } from '#web/lib/return-to.ts';
import { paths } from '#web/paths.ts';
import { focusFirstError } from '#web/ui/field-errors.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { toast } from '#web/ui/notices/toast.ts';

import { signIn } from '#web/lib/session.ts';

export function SignInForm() {
  const form = useForm<SignIn>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(signInSchema, { sync: true }),
  });
  const { send, isSending, failure } = useSignIn();
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
          aria-required
          ref={focusOn}
        />
        <PasswordInput
          key={form.key('password')}
          {...form.getInputProps('password')}
          label="Password"
          autoComplete="current-password"
          size="md"
          aria-required
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
        <div role="alert">
          {failure && (
            <Text c="var(--mantine-color-error)">
              <strong>Login Failed</strong> {failure}
            </Text>
          )}
        </div>
        <Button type="submit" size="md" loading={isSending}>
          Sign In
        </Button>
      </Stack>
    </form>
  );
}

/** Signs in and goes to the dashboard, or back to the address where the session ended. */
function useSignIn() {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const navigate = useNavigate();
  const send = async (input: SignIn) => {
    setSending(true);
    setFailure(undefined);
    try {
      await signIn(input);
    } catch (error) {
      setFailure(reasonOf(error));
      setSending(false);
      return;
    }
    toast.success('Login Successful', 'Welcome to Bellwether');
    await navigate({ href: returnTo.take() ?? paths.dashboard, replace: true });
  };
  return { send, isSending, failure };
}

function reasonOf(error: unknown): string {
  if (error instanceof ApiError && error.status === 401)
    return 'Invalid email or password. Please try again.';
  return detailOf(error);
}
