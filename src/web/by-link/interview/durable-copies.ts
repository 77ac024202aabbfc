import { TextStore } from '#web/by-link/text-store.ts';

/*
 * Copies of the answers that this browser holds, in IndexedDB.
 *
 * `localStorage` is synchronous, so the page reads and writes there. But a browser writes it to the disk some
 * seconds later, and a phone that switches off in between loses the last answers. A write to IndexedDB that is
 * confirmed as strict is on the disk. So each change is also written there, and the next start joins both
 * (`kept-answers.ts`).
 */

const copies = new TextStore('bellwether-self');

/** Begins to write a text under its name, or to delete it when it is null. */
export function copyDurably(name: string, text: string | null): void {
  void copies.change((store) => (text === null ? store.delete(name) : store.put(name, text)));
}

/** Resolves once every write that has begun is on the disk or has failed. */
export function whenCopied(): Promise<void> {
  return copies.whenChanged();
}

/** Returns the texts by their names; none when the browser has no IndexedDB. */
export function readCopies(): Promise<Map<string, string>> {
  return copies.readAll();
}

export function forgetCopies(): void {
  void copies.change((store) => store.clear());
}
