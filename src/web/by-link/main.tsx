import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import './page.css';
import { LinkPage } from './link-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('link.html has no #root');

createRoot(root).render(
  <StrictMode>
    <LinkPage />
  </StrictMode>,
);
