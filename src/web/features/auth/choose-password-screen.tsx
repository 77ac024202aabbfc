import { Button, Title } from '@mantine/core';

import { useCurrentUser } from '#web/lib/current-user.ts';
import { leaveDevice } from '#web/offline/seal/leave-device.ts';
import { Logo } from '#web/ui/logo.tsx';

import classes from './choose-password-screen.module.css';
import { PasswordForm } from './password-form.tsx';

/** Shown first to a person who signed in with a password that was given to them (rule 3). */
export function ChoosePasswordScreen() {
  const person = useCurrentUser();
  return (
    <main className={classes.screen}>
      <title>Choose a password – Bellwether</title>
      <div className={classes.card}>
        <Logo size={44} />
        <Title order={1} className={classes.title}>
          Choose a password
        </Title>
        <p className={classes.lead}>
          You signed in with a password that was given to you. Choose your own to continue.
        </p>
        <PasswordForm>
          {(isSending) => (
            <>
              <Button type="submit" size="md" mt="xs" loading={isSending}>
                Save password
              </Button>
              <Button
                variant="subtle"
                color="gray"
                onClick={() => void leaveDevice(person, 'seal')}
              >
                Logout
              </Button>
            </>
          )}
        </PasswordForm>
      </div>
    </main>
  );
}
