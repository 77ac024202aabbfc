/** The room that the browser gives this address, in bytes, and whether it may take it away. */
export type StorageRoom = {
  used: number;
  left: number;
  /** Kept until a person removes it, even when the device runs short of room. */
  isProtected: boolean;
};

/** Null where the browser does not tell: on plain http off this machine. */
export async function readStorageRoom(): Promise<StorageRoom | null> {
  const storage = storageManager();
  if (!storage) return null;
  const [{ usage = 0, quota = 0 }, isProtected] = await Promise.all([
    storage.estimate(),
    storage.persisted(),
  ]);
  return { used: usage, left: Math.max(0, quota - usage), isProtected };
}

/**
 * Firefox puts a question over the page when it is asked to keep what is here; the other browsers
 * decide by themselves. No property of theirs tells which it is but their name.
 */
export function browserAsksPerson(): boolean {
  return navigator.userAgent.includes('Firefox/');
}

/**
 * Asks the browser to keep what is here, unless it would put a question to somebody who has not asked
 * for it. In such a browser the Sync Centre offers a button, with the reason.
 */
export async function askForProtectionQuietly(): Promise<void> {
  if (!browserAsksPerson()) await askForProtection().catch(() => false);
}

/** Asks the browser to keep what is here. It may ask the person, and may say no. */
export async function askForProtection(): Promise<boolean> {
  return (await storageManager()?.persist()) ?? false;
}

function storageManager(): StorageManager | undefined {
  return (navigator as { storage?: StorageManager }).storage;
}
