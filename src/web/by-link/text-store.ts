/** Stores texts by name, in an IndexedDB database of its own. */

const table = 'kept';

type Stored = { name: string; text: string };

/** Reads and changes texts within one transaction. */
export type Within = {
  get(name: string): Promise<string | undefined>;
  put(name: string, text: string): void;
  delete(name: string): void;
  clear(): void;
};

export class TextStore {
  readonly #database: string;
  #opened: Promise<IDBDatabase> | undefined;
  /** The last change that was begun. Each change waits for the one before it. */
  #changed: Promise<unknown> = Promise.resolve();

  constructor(database: string) {
    this.#database = database;
  }

  /**
   * Changes the store in one transaction, after all earlier changes. When the promise resolves to true, the
   * change is on the disk. It resolves to false when the browser has no IndexedDB.
   */
  change(act: (within: Within) => void | Promise<void>): Promise<boolean> {
    const before = this.#changed;
    const changed = (async () => {
      try {
        const database = await this.#open();
        await before;
        const transaction = database.transaction(table, 'readwrite', { durability: 'strict' });
        const ended = new Promise((resolve, reject) => {
          transaction.addEventListener('complete', resolve);
          transaction.addEventListener('abort', () => reject(new Error('It was not stored.')));
        });
        await Promise.all([act(within(transaction.objectStore(table))), ended]);
        return true;
      } catch {
        return false;
      }
    })();
    this.#changed = changed;
    return changed;
  }

  /** Resolves once every change that has begun is on the disk or has failed. */
  async whenChanged(): Promise<void> {
    await this.#changed;
  }

  /**
   * Returns the texts by their names, after all changes that have begun; none when the browser has no
   * IndexedDB.
   */
  async readAll(): Promise<Map<string, string>> {
    try {
      await this.#changed;
      const store = (await this.#open()).transaction(table).objectStore(table);
      const all: unknown = await done(store.getAll());
      return new Map((all as Stored[]).map(({ name, text }) => [name, text]));
    } catch {
      return new Map();
    }
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#database, 1);
      request.addEventListener('upgradeneeded', () =>
        request.result.createObjectStore(table, { keyPath: 'name' }),
      );
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error('The store cannot be opened.')));
    });
    return this.#opened;
  }
}

function within(store: IDBObjectStore): Within {
  return {
    get: async (name) => {
      const found: unknown = await done(store.get(name));
      return (found as Stored | undefined)?.text;
    },
    put: (name, text) => void store.put({ name, text } satisfies Stored),
    delete: (name) => void store.delete(name),
    clear: () => void store.clear(),
  };
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('The store does not answer.')));
  });
}
