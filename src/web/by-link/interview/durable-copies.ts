/*
 * Copies of the answers that this browser holds, in IndexedDB.
 *
 * `localStorage` answers at once, so the page reads and writes there. But a browser brings it to the disk
 * up to some seconds later, and a phone that dies in between loses the last answers. A write to IndexedDB
 * that is confirmed as strict is on the disk. So each change goes there too, and the next start joins both
 * (`kept-answers.ts`).
 */

const databaseName = 'bellwether-self';
const table = 'kept';

/** A text under its name. */
type Copy = { name: string; text: string };

let opened: Promise<IDBDatabase> | undefined;
/** The last write that was begun. Writes under one name must end in their order. */
let written: Promise<unknown> = Promise.resolve();

/** Begins to write a text under its name, or to delete it when it is null. */
export function copyDurably(name: string, text: string | null): void {
  written = change((store) =>
    text === null ? store.delete(name) : store.put({ name, text } satisfies Copy),
  );
}

/** Resolves once all that was begun is on the disk, or cannot be. */
export async function whenCopied(): Promise<void> {
  await written;
}

/** Returns the texts by their names; none where the browser has no such store. */
export async function readCopies(): Promise<Map<string, string>> {
  try {
    const store = (await open()).transaction(table).objectStore(table);
    const copies: unknown = await done(store.getAll());
    return new Map((copies as Copy[]).map(({ name, text }) => [name, text]));
  } catch {
    return new Map();
  }
}

export function forgetCopies(): void {
  written = change((store) => store.clear());
}

/** Changes the store after the writes before. Does nothing where the browser has no such store. */
async function change(act: (store: IDBObjectStore) => IDBRequest): Promise<void> {
  const before = written;
  try {
    const database = await open();
    await before;
    const transaction = database.transaction(table, 'readwrite', { durability: 'strict' });
    await done(act(transaction.objectStore(table)));
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve);
      transaction.addEventListener('abort', reject);
    });
  } catch {
    // `localStorage` has it all the same.
  }
}

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(table, { keyPath: 'name' }),
    );
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('The store cannot be opened.')));
  });
  return opened;
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('The store does not answer.')));
  });
}
