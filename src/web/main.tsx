import './no-eval.ts';
import './ui/base-styles.ts';

import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { resolveCurrentUser } from './lib/session.ts';
import { keepAppOnDevice } from './offline/app-update.ts';
import { followPageLife } from './lib/page-life.ts';
import { keepInstallOffer } from './offline/install.ts';
import { keepFocus } from './ui/keep-focus.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void resolveCurrentUser();
followPageLife();
keepAppOnDevice();
keepInstallOffer();
keepFocus();
// In small pieces of work, between which a slow phone still scrolls and takes a touch.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
