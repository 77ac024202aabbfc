import './no-eval.ts';
import './ui/base-styles.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { App } from './app.tsx';
import { resolveCurrentUser } from './lib/session.ts';
import { keepAppOnDevice } from './offline/app-update.ts';
import { keepInstallOffer } from './offline/install.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

void resolveCurrentUser();
keepAppOnDevice();
keepInstallOffer();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
