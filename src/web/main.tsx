import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './no-eval.ts';
import './ui/theme/base-styles.ts';
import { App } from './app.tsx';
import { resolveCurrentUser } from './lib/session.ts';
import { keepAppOnDevice } from './offline/app/app-update.ts';
import { followPageLife } from './lib/page-life.ts';
import { keepInstallOffer } from './offline/app/install.ts';
import { keepFocus } from './ui/keep-focus.ts';
import { printInLight } from './ui/theme/print-in-light.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void resolveCurrentUser();
followPageLife();
keepAppOnDevice();
keepInstallOffer();
keepFocus();
printInLight();
// A transition renders in short slices, so that a slow phone can scroll and respond to touch in
// between.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
