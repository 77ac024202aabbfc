import { TextStore } from '#web/by-link/text-store.ts';

/*
 * Copies of the answers that this browser holds, in IndexedDB.
 *
 * `localStorage` answers at once, so the page reads and writes there. But a browser brings it to the disk
 * up to some seconds later, and a phone that dies in between loses the last answers. A write to IndexedDB
 * that is confirmed as strict is on the disk. So each change goes there too, and the next start joins both
 * (`kept-answers.ts`).
 */

const copies = new TextStore('bellwether-self');

/** Begins to write a text under its name, or to delete it when it is null. */
export function copyDurably(name: string, text: string | null): void {
  void copies.change((store) => (text === null ? store.delete(name) : store.put(name, text)));
}

/** Resolves once all that was begun is on the disk, or cannot be. */
export function whenCopied(): Promise<void> {
  return copies.whenChanged();
}

/** Returns the texts by their names; none where the browser has no such store. */
export function readCopies(): Promise<Map<string, string>> {
  return copies.readAll();
}

export function forgetCopies(): void {
  void copies.change((store) => store.clear());
}
