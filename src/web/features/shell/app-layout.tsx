import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import classes from './app-layout.module.css';
import { FirstScreen } from './first-screen.tsx';
import { Header } from './header.tsx';
import { SignedIn } from './signed-in.tsx';

export function AppLayout() {
  return (
    <SignedIn>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <Header />
      <Content />
    </SignedIn>
  );
}

/** Going to another screen moves the focus to it, so that a screen reader begins there. */
function Content() {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <main id="content" ref={main} tabIndex={-1} className={classes.main}>
      <FirstScreen />
    </main>
  );
}
