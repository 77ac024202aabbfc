import { lazy, type ComponentType } from 'react';

import { loadOrReload } from '#web/offline/app/app-update.ts';

/**
 * Like React's `lazy`, for a part that its screen can do without for a while. If the part cannot be loaded,
 * this renders nothing until the page is reloaded ({@link loadOrReload}).
 */
export function lazyBeside<P>(load: () => Promise<ComponentType<P>>) {
  return lazy<ComponentType<P>>(async () => ({ default: (await loadOrReload(load)) ?? Nothing }));
}

function Nothing() {
  return null;
}
