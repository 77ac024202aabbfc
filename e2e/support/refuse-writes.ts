import type { Page } from '@playwright/test';

/**
 * Makes the page's writes to the device's store fail, as if the device had no room, until the returned function
 * is called.
 */
export async function refuseWrites(page: Page): Promise<() => Promise<void>> {
  const granted = await page.evaluateHandle(() => {
    const { put, add, delete: remove, clear } = IDBObjectStore.prototype;
    const refuse = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    Object.assign(IDBObjectStore.prototype, {
      ...{ put: refuse, add: refuse, delete: refuse, clear: refuse },
    });
    return { put, add, delete: remove, clear };
  });
  return () => granted.evaluate((writes) => void Object.assign(IDBObjectStore.prototype, writes));
}
