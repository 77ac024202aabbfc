import '@testing-library/jest-dom/vitest';

import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

/** What the components ask of a browser and jsdom lacks: it lays nothing out. */
class NoResizes implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const noMatch = (media: string): MediaQueryList =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener() {},
    removeListener() {},
  });

window.matchMedia = noMatch;
window.ResizeObserver = NoResizes;
window.scrollTo = () => {};
Element.prototype.scrollIntoView = () => {};

// What a screen shows in a tenth of a second takes seconds beside other tests on a small machine.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);
