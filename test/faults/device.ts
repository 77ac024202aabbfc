import { AsyncLocalStorage } from 'node:async_hooks';

import type { DBCore, DBCoreMutateResponse, DBCoreTransaction } from 'dexie';
import { z } from 'zod';

import { sessionSchema, type InterviewSession } from '#domain/interviews/session.ts';
import { actingUserHeader } from '#domain/sync/acting-user.ts';
import type { LiveInterview } from '#web/features/interviews/live-interview.ts';
import { OfflineDatabase } from '#web/offline/database.ts';
import type { SyncEffects } from '#web/offline/sync.ts';
import { callHeader } from './fault-proxy.ts';
import type { DeviceBug } from './plant.ts';
import type { LifePlan } from './schedule.ts';

/** The device's clock, which people and flat batteries set. */
export class DeviceClock {
  #time = Date.UTC(2026, 2, 1, 9);

  readonly now = (): number => (this.#time += 7);

  setBy(milliseconds: number): void {
    this.#time += milliseconds;
  }
}

/** Who signed in on the device, and where its requests go. */
export type Way = {
  address: string;
  cookie: () => string;
  userId: number;
};

export type TabDeps = {
  /** Names the store on the disk: tabs of one device share it. */
  device: number;
  name: string;
  plan: LifePlan;
  clock: DeviceClock;
  random: () => number;
  way: Way;
  bug: DeviceBug | null;
  onDeath: () => void;
  /** A request is on its way, until what this answers is called. */
  onCall: (from: Tab) => () => void;
};

/** The tab in which something happens, so that its locks are let go when it dies. */
const tabHere = new AsyncLocalStorage<Tab>();

/**
 * A tab from its opening to its end: the real store and the real sync code in it. When it dies,
 * whatever it was doing stops where it stands, and nothing in it runs on to notice: its transactions
 * are undone, its requests are cut, its locks are free.
 */
export class Tab {
  readonly name: string;
  readonly db: OfflineDatabase;
  readonly effects: SyncEffects;
  readonly bug: DeviceBug | null;
  /** The interviews that are open in it, by client id. */
  readonly open = new Map<string, LiveInterview>();
  /** What the server told first of each session, by client id. */
  readonly told = new Map<string, InterviewSession>();
  readonly #deps: TabDeps;
  readonly #death = Promise.withResolvers<'died'>();
  readonly #giveUp = new Map<string, AbortController>();
  #isDead = false;
  #steps = 0;
  #calls = 0;

  constructor(deps: TabDeps) {
    this.#deps = deps;
    this.name = deps.name;
    this.bug = deps.bug;
    this.db = watched(new OfflineDatabase(deps.device), () => this.#step());
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

  /** Acts in this tab, to the end or to the tab's. */
  do<T>(act: () => Promise<T>): Promise<T | 'died'> {
    return tabHere.run(this, () => Promise.race([act(), this.death]));
  }

  /** Closes it, dead or alive. */
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

  /** The patience that a request was given has passed without an answer. */
  giveUp(call: string): void {
    this.#giveUp.get(call)?.abort(new DOMException('No answer.', 'TimeoutError'));
  }

  /** Something is about to happen, or just has: does the tab live to see it? */
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
      // The whole answer is here before the code reads it, or the connection broke on the way.
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

  /** Other schedules are played on the same server: what they have pending is not for this one. */
  #ownPart(body: ArrayBuffer | null): ArrayBuffer | string | null {
    const pending = pendingSchema.safeParse(parsed(body)).data;
    const mine = `_${this.#deps.device}x`;
    return pending
      ? JSON.stringify(pending.filter(({ clientId }) => clientId.includes(mine)))
      : body;
  }
}

const pendingSchema = z.array(z.looseObject({ clientId: z.string() }));

/** Undefined where it is not JSON, or not all of it is here. */
function parsed(body: ArrayBuffer | null): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body ?? undefined)) as unknown;
  } catch {
    return undefined;
  }
}

/** Nothing runs on in what is dead. */
function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}

/** The store, in which each write is two steps: before it and after. */
function watched(db: OfflineDatabase, step: () => boolean): OfflineDatabase {
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
          // Not async: within a transaction the store's library must not lose sight of it.
          mutate: (request) => {
            if (!step()) return undo(request.trans);
            const written = table.mutate(request);
            return written.then((response) => (step() ? response : undo(request.trans)));
          },
        };
      },
    }),
  });
}

/** The host's own Web Locks, but let go of by a tab that dies, as browsers do. */
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

/** The host has none, and no page here remembers a store's name in it. */
Object.defineProperty(globalThis, 'localStorage', {
  value: { removeItem: () => undefined },
  configurable: true,
});
