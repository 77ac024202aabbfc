import { readHealth } from './contact.ts';

/**
 * Are we online? What our own server says (rule 33): the browser only knows whether there is
 * some network, which may be a portal that leads nowhere. Its events are hints when to ask.
 */
type Listener = () => void;

const listeners = new Set<Listener>();
let isOnline = typeof navigator === 'undefined' || navigator.onLine;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Questions are numbered as they are asked. */
let asked = 0;
/** Up to this number, answers are old news: a later question was answered, or the network changed. */
let lastAnswered = 0;

/** Milliseconds between two questions while the page is seen. */
const period = { online: 60_000, offline: 3_000 };
/** Milliseconds after each of the first questions once the browser has found a network. */
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
   * Asks the server now. Always anew, whoever else has asked: an answer that is on its way says
   * nothing of what the asker has just met.
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

  /** Keeps asking until stopped. */
  watch(): () => void {
    const ask = () => void connection.check();
    // A network that was just found often carries nothing yet: it is asked a few times, quickly.
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
    // Not asked at once: what a dying network still lets through would count as its recovery.
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
      // A server may be reached where the browser knows of no network; that may pass any moment.
      const isSure = isOnline && navigator.onLine;
      timer = setTimeout(
        () => {
          seen();
          tick();
        },
        isSure ? period.online : period.offline,
      );
    };
    // Lost just now: the next question comes at the pace of the lost.
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
