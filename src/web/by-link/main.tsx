import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import '#web/ui/theme/fonts.css';
import './page.css';
import { takeBackCopies } from './interview/kept-answers.ts';
import { LinkPage } from './link-page.tsx';

/** Milliseconds for which the page waits for a store that does not respond. */
const patience = 2_000;

const root = document.getElementById('root');
if (!root) throw new Error('link.html has no #root');

const page = createRoot(root);
const isLate = new Promise((resolve) => setTimeout(resolve, patience));
void Promise.race([takeBackCopies(), isLate]).finally(() =>
  page.render(
    <StrictMode>
      <LinkPage />
    </StrictMode>,
  ),
);
