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

/** Asks the browser to keep what is here. It may ask the person, and may say no. */
export async function askForProtection(): Promise<boolean> {
  return (await storageManager()?.persist()) ?? false;
}

function storageManager(): StorageManager | undefined {
  return (navigator as { storage?: StorageManager }).storage;
}
