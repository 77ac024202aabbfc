import { AsyncLocalStorage } from 'node:async_hooks';

import type { DBCore, DBCoreMutateResponse, DBCoreTransaction } from 'dexie';
import { z } from 'zod';

import { sessionSchema, type InterviewSession } from '#domain/interviews/session.ts';
import { actingUserHeader } from '#domain/sync/acting-user.ts';
import type { LiveInterview } from '#web/features/interviews/live-interview.ts';
import { OfflineDatabase } from '#web/offline/store/database.ts';
import type { FileBytes } from '#web/offline/store/records.ts';
import type { SyncEffects } from '#web/offline/sync/run-steps.ts';
import { callHeader } from './fault-proxy.ts';
import type { DeviceBug } from './plant.ts';
import type { LifePlan } from './schedule.ts';

/** The device's clock. People and empty batteries change it. */
export class DeviceClock {
  #time = Date.UTC(2026, 2, 1, 9);

  readonly now = (): number => (this.#time += 7);

  setBy(milliseconds: number): void {
    this.#time += milliseconds;
  }
}

/** The person who is signed in on the device, and the address for its requests. */
export type Way = {
  address: string;
  cookie: () => string;
  userId: number;
};

export type TabDeps = {
  /** Names the store on the disk, which the tabs of one device share. */
  device: number;
  name: string;
  plan: LifePlan;
  clock: DeviceClock;
  random: () => number;
  way: Way;
  bug: DeviceBug | null;
  onDeath: () => void;
  /** Called when a request begins. Returns a function to call when it ends. */
  onCall: (from: Tab) => () => void;
};

/** The tab in which code runs, so that the tab's locks are released when it dies. */
const tabHere = new AsyncLocalStorage<Tab>();

/**
 * A tab from its opening to its end, with the real store and the real sync code. When it dies, its
 * code stops wherever it is: its transactions are undone, its requests are cut off, and its locks
 * are released.
 */
export class Tab {
  readonly name: string;
  readonly db: OfflineDatabase;
  readonly effects: SyncEffects;
  readonly bug: DeviceBug | null;
  /** The interviews that are open in the tab, by client id. */
  readonly open = new Map<string, LiveInterview>();
  /** The server's first reply about each session, by client id. */
  readonly told = new Map<string, InterviewSession>();
  readonly #deps: TabDeps;
  readonly #death = Promise.withResolvers<'died'>();
  readonly #giveUp = new Map<string, AbortController>();
  /** The bytes of a file for which the device has no room, whatever else it gives up. */
  largestFile = Infinity;
  #isDead = false;
  #steps = 0;
  #calls = 0;

  constructor(deps: TabDeps) {
    this.#deps = deps;
    this.name = deps.name;
    this.bug = deps.bug;
    this.db = watched(
      new OfflineDatabase(deps.device),
      () => this.#step(),
      () => this.largestFile,
    );
    const plain = this.#fetch.bind(this);
    this.effects = {
      fetch: this.bug?.fetch?.(this.db, plain) ?? plain,
      now: deps.clock.now,
      random: deps.random,
      refresh: async () => undefined,
    };
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  get death(): Promise<'died'> {
    return this.#death.promise;
  }

  /** Runs `act` in this tab, until it is done or the tab dies. */
  do<T>(act: () => Promise<T>): Promise<T | 'died'> {
    return tabHere.run(this, () => Promise.race([act(), this.death]));
  }

  /** Closes the tab, whether it is alive or dead. */
  close(): void {
    this.die();
    this.db.close();
  }

  die(): void {
    if (this.#isDead) return;
    this.#isDead = true;
    for (const request of this.#giveUp.values()) request.abort();
    this.#death.resolve('died');
    this.#deps.onDeath();
  }

  /** Ends a request that had no reply within its time limit. */
  giveUp(call: string): void {
    this.#giveUp.get(call)?.abort(new DOMException('No answer.', 'TimeoutError'));
  }

  /** Counts a step. Returns whether the tab survives it. */
  #step(): boolean {
    this.#steps += 1;
    if (this.#steps === this.#deps.plan.crashAt) this.die();
    return !this.#isDead;
  }

  async #fetch(input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    if (!this.#step()) return never();
    const { way } = this.#deps;
    const call = `${this.name}.${this.#calls}`;
    this.#calls += 1;
    if (!init.signal) throw new Error('A request that would wait for ever.');
    const giveUp = new AbortController();
    this.#giveUp.set(call, giveUp);
    const headers = new Headers(init.headers);
    headers.set('cookie', way.cookie());
    headers.set(actingUserHeader, String(way.userId));
    headers.set(callHeader, call);
    const path = input instanceof Request ? input.url : String(input);
    const ended = this.#deps.onCall(this);
    try {
      const response = await fetch(way.address + path, { ...init, headers, signal: giveUp.signal });
      // Either the whole reply is here before the code reads it, or the connection broke.
      const whole = response.status === 204 ? null : await response.arrayBuffer();
      if (!this.#step()) return await never();
      const body = path === '/api/responses/pending' ? this.#ownPart(whole) : whole;
      if (path.startsWith('/api/interview-sessions')) this.#note(whole);
      return new Response(body, { status: response.status, headers: response.headers });
    } catch (error) {
      if (!this.#step()) return await never();
      throw error;
    } finally {
      ended();
      this.#giveUp.delete(call);
    }
  }

  #note(body: ArrayBuffer | null): void {
    const session = sessionSchema.safeParse(parsed(body)).data;
    if (session && !this.told.has(session.clientId)) this.told.set(session.clientId, session);
  }

  /** Removes other schedules' responses from the reply: they are played on the same server. */
  #ownPart(body: ArrayBuffer | null): ArrayBuffer | string | null {
    const pending = pendingSchema.safeParse(parsed(body)).data;
    const mine = `_${this.#deps.device}x`;
    return pending
      ? JSON.stringify(pending.filter(({ clientId }) => clientId.includes(mine)))
      : body;
  }
}

const pendingSchema = z.array(z.looseObject({ clientId: z.string() }));

/** Returns undefined for text that is not JSON, or not complete. */
function parsed(body: ArrayBuffer | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? undefined)) as unknown;
  } catch {
    return undefined;
  }
}

/** Never resolves, because no code continues in a dead tab. */
function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

function sizeOf(files: readonly FileBytes[]): number {
  return Math.max(...files.map(({ bytes }) => bytes.byteLength));
}

/** Returns the store with each write counted as two steps: before it and after it. */
function watched(db: OfflineDatabase, step: () => boolean, largest: () => number): OfflineDatabase {
  const undo = (trans: DBCoreTransaction) => {
    trans.abort();
    return never<DBCoreMutateResponse>();
  };
  return db.use({
    stack: 'dbcore',
    name: 'steps',
    create: (core): DBCore => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        return {
          ...table,
          // Not async: inside a transaction Dexie must not lose track of it.
          mutate: (request) => {
            if (!step()) return undo(request.trans);
            if (
              name === 'fileBytes' &&
              request.type === 'put' &&
              sizeOf(request.values) >= largest()
            )
              return Promise.reject(new DOMException('No room.', 'QuotaExceededError'));
            const written = table.mutate(request);
            return written.then((response) => (step() ? response : undo(request.trans)));
          },
        };
      },
    }),
  });
}

/** The host's own Web Locks. A tab that dies releases its locks, as in a browser. */
const locks = navigator.locks;
const locksOfTabs = {
  query: () => locks.query(),
  request: (
    name: string,
    options: { ifAvailable?: boolean },
    act: (lock: object | null) => Promise<unknown>,
  ): Promise<unknown> => {
    const tab = tabHere.getStore();
    if (tab?.bug?.sharesNoLocks) return act({ name });
    return locks.request(name, options, (lock) =>
      tab ? !tab.isDead && Promise.race([act(lock), tab.death]) : act(lock),
    );
  },
};
Object.defineProperty(navigator, 'locks', { value: locksOfTabs, configurable: true });

/** The host has no localStorage, and no test stores a store's name in it. */
Object.defineProperty(globalThis, 'localStorage', {
  value: { removeItem: () => undefined },
  configurable: true,
});
