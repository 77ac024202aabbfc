/**
 * The storage space of this site as the browser reports it, in bytes, and whether the browser may delete it.
 */
export type StorageRoom = {
  used: number;
  /**
   * An upper limit of the bytes that are left. It does not measure the free space of the device, and no screen
   * shows it. So that sites learn nothing about a device, Chromium always reports 10 GB, or the size of a
   * smaller disk in whole gigabytes, however full the disk is. Firefox and Safari use the disk's size too.
   */
  left: number;
  /**
   * True when the browser keeps the data until a person deletes it, even if the device runs short
   * of space.
   */
  isProtected: boolean;
};

/**
 * Reads the storage space. Returns null when the browser does not report it: over plain http, other
 * than from this machine, and in Safari before 17.
 */
export async function readStorageRoom(): Promise<StorageRoom | null> {
  const storage = storageManager();
  if (!storage?.estimate) return null;
  const [{ usage = 0, quota = 0 }, isProtected] = await Promise.all([
    storage.estimate(),
    storage.persisted(),
  ]);
  return { used: usage, left: Math.max(0, quota - usage), isProtected };
}

/**
 * True in Firefox, which shows a question over the page when we ask for persistent storage. The
 * other browsers decide by themselves. Only the browser's name shows which one it is.
 */
export function browserAsksPerson(): boolean {
  return navigator.userAgent.includes('Firefox/');
}

/**
 * Asks the browser for persistent storage, unless it would show a question that the person did not
 * expect. In such a browser the Sync Centre offers a button and explains why.
 */
export async function askForPersistentStorageQuietly(): Promise<void> {
  if (!browserAsksPerson()) await askForPersistentStorage().catch(() => false);
}

/** Asks the browser for persistent storage. The browser may ask the person, and may refuse. */
export async function askForPersistentStorage(): Promise<boolean> {
  return (await storageManager()?.persist()) ?? false;
}

/** The part of the browser's StorageManager that is used here. */
type Storage = {
  estimate?: () => Promise<{ usage?: number; quota?: number }>;
  persisted: () => Promise<boolean>;
  persist: () => Promise<boolean>;
};

function storageManager(): Storage | undefined {
  return (navigator as { storage?: Storage }).storage;
}
