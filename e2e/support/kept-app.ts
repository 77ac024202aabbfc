import type { BrowserContext, Page } from '@playwright/test';

declare global {
  interface Window {
    /** Lets the page keep the app on the device. Undefined in a browser that a test starts itself. */
    keepApp?: () => void;
  }
}

/**
 * Lets pages keep the app on the device only once a test calls {@link keepApp}. Each test is a new device,
 * on which keeping it takes a sixth of all processor time, and most tests have a connection.
 */
export async function postponeKeeping(context: BrowserContext): Promise<void> {
  await context.addInitScript(postpone);
}

/** Waits until the app's files are on the device, so that the page opens without a connection. */
export async function keepApp(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.keepApp?.();
    await navigator.serviceWorker.ready;
  });
}

/** Runs in each page before its programs do. */
function postpone(): void {
  if (!('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  const register = serviceWorker.register.bind(serviceWorker);
  const asked = new Promise<void>((ask) => {
    window.keepApp = ask;
  });
  serviceWorker.register = async (...worker) => {
    const kept = await serviceWorker.getRegistration();
    if (!kept) await asked;
    return register(...worker);
  };
}
