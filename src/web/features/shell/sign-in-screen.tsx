import { Title } from '@mantine/core';

import { LogoMark } from '#web/ui/logo.tsx';

import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-screen.module.css';

export function SignInScreen() {
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
          <SignInForm />
          <p className={classes.note}>Need access? Contact your system administrator</p>
        </div>
      </main>
    </div>
  );
}
