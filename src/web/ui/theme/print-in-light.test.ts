import { expect, test } from 'vitest';

import { printInLight } from './print-in-light.ts';

test('a screen in the dark theme is printed in the light one, and is dark again afterwards', () => {
  const root = document.documentElement;
  root.setAttribute('data-mantine-color-scheme', 'dark');
  printInLight();
  for (const say of ['beforeprint', 'beforeprint', 'afterprint', 'afterprint']) {
    dispatchEvent(new Event(say));
    const is = say === 'beforeprint' ? 'light' : 'dark';
    expect(root.getAttribute('data-mantine-color-scheme')).toBe(is);
  }
});
