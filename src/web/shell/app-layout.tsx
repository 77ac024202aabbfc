import { ModalsProvider } from '@mantine/modals';

import { useScreenFocus } from '#web/lib/use-screen-focus.ts';

import classes from './app-layout.module.css';
import { FirstScreen } from './first-screen.tsx';
import { Header } from './header.tsx';
import { SignedIn } from './signed-in.tsx';

export function AppLayout() {
  return (
    <SignedIn>
      <ModalsProvider>
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        <Header />
        <Content />
      </ModalsProvider>
    </SignedIn>
  );
}

function Content() {
  return (
    <main id="content" ref={useScreenFocus()} tabIndex={-1} className={classes.main}>
      <FirstScreen />
    </main>
  );
}
