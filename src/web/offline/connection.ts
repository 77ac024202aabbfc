import { readHealth } from './sync.ts';

/**
 * Are we online? What our own server says (decision 33): the browser only knows whether there is
 * some network, which may be a portal that leads nowhere. Its events are hints when to ask.
 */
type Listener = () => void;

const listeners = new Set<Listener>();
let isOnline = typeof navigator === 'undefined' || navigator.onLine;
let asking: Promise<boolean> | null = null;
/** Grows with each loss of the network: what was asked before one says nothing of afterwards. */
let losses = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds between two questions while the page is seen. */
const period = { online: 60_000, offline: 8_000 };

export const connection = {
  get isOnline(): boolean {
    return isOnline;
  },

  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Asks the server now. Whoever asks meanwhile gets the same answer. */
  check(): Promise<boolean> {
    if (asking) return asking;
    const before = losses;
    const question = readHealth(fetch)
      .then((health) => {
        if (before === losses) set(health !== null);
        return isOnline;
      })
      .finally(() => {
        if (asking === question) asking = null;
      });
    asking = question;
    return question;
  },

  /** What a call of ours has just found out. */
  report(reached: boolean): void {
    set(reached);
  },

  /** Keeps asking until stopped. */
  watch(): () => void {
    const ask = () => void connection.check();
    const lost = () => {
      losses += 1;
      asking = null;
      set(false);
      ask();
    };
    const seen = () => {
      if (document.visibilityState === 'visible') ask();
    };
    window.addEventListener('online', ask);
    window.addEventListener('offline', lost);
    document.addEventListener('visibilitychange', seen);
    const tick = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          seen();
          tick();
        },
        isOnline ? period.online : period.offline,
      );
    };
    // Lost just now: the next question comes at the pace of the lost.
    const unsubscribe = connection.subscribe(tick);
    ask();
    tick();
    return () => {
      unsubscribe();
      clearTimeout(timer);
      window.removeEventListener('online', ask);
      window.removeEventListener('offline', lost);
      document.removeEventListener('visibilitychange', seen);
    };
  },
};

function set(next: boolean): void {
  if (next === isOnline) return;
  isOnline = next;
  for (const tell of listeners) tell();
}
