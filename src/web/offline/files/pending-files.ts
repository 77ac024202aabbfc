/** Files that are being prepared and stored. An interview is completed only after them. */
const underWay = new Set<Promise<unknown>>();

export function trackPendingFile<T>(work: Promise<T>): Promise<T> {
  underWay.add(work);
  const forget = () => void underWay.delete(work);
  work.then(forget, forget);
  return work;
}

export function isAnyFilePending(): boolean {
  return underWay.size > 0;
}

/** Resolves when each of these files is stored or could not be stored. */
export async function allFilesStored(): Promise<void> {
  await Promise.allSettled(underWay);
}
