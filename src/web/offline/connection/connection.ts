import { readHealth } from './read-health.ts';

/**
 * Whether we are online. Our own server decides that (rule 33): the browser only knows whether
 * there is some network, and that may be a portal that leads nowhere. The browser's events only say
 * when to check.
 */
type Listener = () => void;

const listeners = new Set<Listener>();
let isOnline = typeof navigator === 'undefined' || navigator.onLine;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The number of checks started so far. Each check takes the next number. */
let asked = 0;
/**
 * Replies to checks up to this number are outdated: a later check got its reply, or the network
 * changed.
 */
let lastAnswered = 0;

/** Milliseconds between two checks while the page is visible. */
const period = { online: 60_000, offline: 3_000 };
/** Milliseconds to wait after each of the first checks once the browser has found a network. */
const afterFound = [500, 1_000, 2_000];

export const connection = {
  get isOnline(): boolean {
    return isOnline;
  },

  subscribe(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /**
   * Checks with the server now. It always sends a new request, even when another check is under
   * way: that one's reply says nothing about a failure that the caller has just seen.
   */
  async check(): Promise<boolean> {
    asked += 1;
    const question = asked;
    const health = await readHealth(fetch);
    if (question > lastAnswered) {
      lastAnswered = question;
      set(health !== null);
    }
    return isOnline;
  },

  /** Starts checking. Returns a function that stops it. */
  watch(): () => void {
    const ask = () => void connection.check();
    // A network that was just found often carries nothing yet, so check a few times in quick
    // succession.
    let following = 0;
    const found = async () => {
      lastAnswered = asked;
      following += 1;
      const own = following;
      for (const pause of afterFound) {
        if (own !== following || (await connection.check())) return;
        await new Promise((done) => setTimeout(done, pause));
      }
    };
    const onFound = () => void found();
    // Do not check at once: a request that a dying network still lets through would count as a
    // recovery.
    const lost = () => {
      following += 1;
      lastAnswered = asked;
      set(false);
    };
    const seen = () => {
      if (document.visibilityState === 'visible') ask();
    };
    window.addEventListener('online', onFound);
    window.addEventListener('offline', lost);
    document.addEventListener('visibilitychange', seen);
    const tick = () => {
      clearTimeout(timer);
      // The server may be reachable although the browser sees no network; that may end at any
      // moment.
      const isSure = isOnline && navigator.onLine;
      timer = setTimeout(
        () => {
          seen();
          tick();
        },
        isSure ? period.online : period.offline,
      );
    };
    // When the connection was just lost, the next check follows at the faster offline pace.
    const unsubscribe = connection.subscribe(tick);
    ask();
    tick();
    return () => {
      following += 1;
      unsubscribe();
      clearTimeout(timer);
      window.removeEventListener('online', onFound);
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
