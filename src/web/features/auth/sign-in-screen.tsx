import { Title } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { z } from 'zod';

import { call } from '#web/lib/api.ts';
import { sessionEnd } from '#web/lib/session-end.ts';
import { LogoMark } from '#web/ui/logo.tsx';
import { Say } from '#web/ui/notices/say.tsx';

import { useScreenFocus } from '#web/lib/use-screen-focus.ts';
import { deviceDatabaseName } from '#web/offline/store/device-database-name.ts';

import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-screen.module.css';

/** Loaded only if somebody has left work on this device, because it needs the code of the store. */
const WaitingInterviews = lazy(async () => ({
  default: (await import('./waiting-here.tsx')).WaitingInterviews,
}));

export function SignInScreen() {
  const hasLeftSomething = useHasLeftSomething();
  useScreenFocus();
  return (
    <div className={classes.screen}>
      <title>Sign in – Bellwether</title>
      <header className={classes.brand}>
        <svg className={classes.trace} viewBox="0 0 40 40" aria-hidden focusable="false">
          <LogoMark />
        </svg>
        <svg className={classes.mark} viewBox="5 7 30 28" aria-hidden focusable="false">
          <LogoMark />
        </svg>
        <div>
          <Title order={1} className={classes.name}>
            Bellwether
          </Title>
          <p className={classes.tagline}>Service Quality Support Management</p>
        </div>
      </header>
      <main className={classes.main}>
        <div className={classes.form}>
          {sessionEnd.isNoted() && <SessionEnded />}
          <SignInForm />
          <p className={classes.note}>Need access? Contact your system administrator</p>
          {hasLeftSomething && (
            <Suspense>
              <WaitingInterviews />
            </Suspense>
          )}
        </div>
        <OpenDemonstration />
      </main>
    </div>
  );
}

function SessionEnded() {
  return (
    <>
      <p className={classes.ended}>{endedWords}</p>
      <Say words={endedWords} />
    </>
  );
}

const endedWords = 'Your session has ended. Please sign in again.';

/**
 * Shows a warning when anyone can reach the demonstration's accounts, whose password is printed.
 */
function OpenDemonstration() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    void call({ path: '/api/health', schema: openSchema }).then(
      ({ demonstration }) => setOpen(demonstration),
      () => undefined,
    );
  }, []);
  return (
    <p role="status" className={classes.warning}>
      {isOpen && 'Demonstration: anyone with the printed password can sign in'}
    </p>
  );
}

const openSchema = z.object({ demonstration: z.boolean().default(false) });

/**
 * Returns whether this device may hold somebody's work. If the browser cannot list databases, it
 * returns true.
 */
function useHasLeftSomething(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    void (async () => {
      const found = await indexedDB.databases?.().catch(() => []);
      setHas(found?.some(({ name }) => name === deviceDatabaseName) ?? true);
    })();
  }, []);
  return has;
}
