import { newClientId } from './new-client-id.ts';
import { TextStore } from './text-store.ts';

/*
 * Stores the last readings by this browser's link, so that the page works without a connection
 * (docs/decisions/0081).
 *
 * The problem. The cookie opens one round of one hotel, and the page cannot read it. Another link replaces
 * it, perhaps in another tab, while a reading of the former one is under way. Nothing of one hotel may be
 * shown by the link to another.
 *
 * The idea. A mark is stored with the readings. It identifies the link from which they come. Each write
 * compares the mark in its own transaction, and each change of the link replaces it.
 *
 * | what happens                                  | the mark              | the readings |
 * | --------------------------------------------- | --------------------- | ------------ |
 * | somebody presses “Open” on another link       | unsure                | not shown    |
 * | … and the server opens it                     | a new one             | removed      |
 * | … and the server refuses it                   | the former one        | shown again  |
 * | … and no reply comes: either may hold         | unsure                | not shown    |
 * | the server shows the round of the cookie      | a new one, if unsure  | that one     |
 * | the server says that the link has ended       | none                  | removed      |
 * | a reading arrives that was asked for before   | as it is              | as they are  |
 */

const store = new TextStore('bellwether-link');
const markName = 'link';

/** The mark of the link from which the readings come. */
type Mark = {
  /** A new id for each link that is opened. */
  id: string;
  /** SHA-256 of the link's token, so that the same link can be opened without a connection. */
  digest?: string;
  /** True while it is not known to which link the cookie belongs. */
  isUnsure?: true;
};

export type Kept<T> = {
  value: T;
  /** Milliseconds since 1970, by this device's clock. */
  savedAt: number;
};

/** Returns the present mark. Read it before you request a reading, and give it to {@link keepReading}. */
export async function markNow(): Promise<string> {
  return (await readAll()).get(markName) ?? '';
}

/** Stores a reading, unless the link was changed since the mark was read. */
export async function keepReading(mark: string, name: string, value: unknown): Promise<void> {
  await store.change(async (within) => {
    if (((await within.get(markName)) ?? '') !== mark) return;
    if (!isSure(mark)) {
      if (name !== roundReading) return;
      within.clear();
      within.put(markName, JSON.stringify({ id: newClientId() } satisfies Mark));
    }
    within.put(name, JSON.stringify({ value, savedAt: Date.now() } satisfies Kept<unknown>));
  });
}

/** The names of the readings: of the round, and of an interview by its survey. */
export const roundReading = 'round';
export function interviewReading(surveyId: number): string {
  return `interview ${surveyId}`;
}

/** Milliseconds. A store that does not respond must not hold up a page that has a connection. */
const patience = 2_000;

function readAll(): Promise<Map<string, string>> {
  return inTime(store.readAll(), new Map<string, string>());
}

function inTime<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  const late = new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), patience));
  return Promise.race([promise, late]);
}

/** Changes a stored reading, unless the link was changed since the mark was read. */
export async function changeReading<T>(
  mark: string,
  name: string,
  change: (value: T) => T,
): Promise<void> {
  await store.change(async (within) => {
    const isOurs = ((await within.get(markName)) ?? '') === mark && isSure(mark);
    const text = isOurs ? await within.get(name) : undefined;
    if (text === undefined) return;
    const { value, savedAt } = JSON.parse(text) as Kept<T>;
    within.put(name, JSON.stringify({ value: change(value), savedAt } satisfies Kept<T>));
  });
}

/** Removes one reading. */
export async function dropReading(name: string): Promise<void> {
  await store.change((within) => within.delete(name));
}

/** Returns a stored reading; null when there is none, or none that may be shown. */
export async function readReading<T>(name: string): Promise<Kept<T> | null> {
  const all = await readAll();
  const text = all.get(name);
  return text === undefined || !isSure(all.get(markName) ?? '')
    ? null
    : (JSON.parse(text) as Kept<T>);
}

/** Returns whether a link can be shown without a connection: it was the last one that was opened here. */
export async function isKept(token: string): Promise<boolean> {
  const mark = parse(await markNow());
  return mark?.digest !== undefined && !mark.isUnsure && mark.digest === (await digestOf(token));
}

/**
 * Hides the readings of another link while this one is being opened. Returns a function to call with the
 * outcome, `opened` or `refused`. Do not call it when no reply came.
 */
export async function beginOpening(
  token: string,
): Promise<(outcome: 'opened' | 'refused') => Promise<void>> {
  const digest = await digestOf(token);
  const former = await markNow();
  const mark = parse(former);
  const isSame = digest !== undefined && mark?.digest === digest && !mark.isUnsure;
  const unsure = JSON.stringify({ id: newClientId(), isUnsure: true } satisfies Mark);
  if (!isSame && former !== '')
    await inTime(
      store.change((within) => within.put(markName, unsure)),
      false,
    );
  return async (outcome) => {
    if (outcome === 'opened' && !isSame)
      await store.change((within) => {
        within.clear();
        const opened: Mark = { id: newClientId(), ...(digest !== undefined && { digest }) };
        within.put(markName, JSON.stringify(opened));
      });
    if (outcome === 'refused' && isSame) await forgetReadings();
    if (outcome === 'refused' && !isSame && former !== '')
      await store.change(async (within) => {
        if ((await within.get(markName)) === unsure) within.put(markName, former);
      });
  };
}

/** Removes all readings. Called when the link has ended, or when somebody closes the page on this device. */
export async function forgetReadings(): Promise<void> {
  await inTime(
    store.change((within) => within.clear()),
    false,
  );
}

function isSure(mark: string): boolean {
  const parsed = parse(mark);
  return parsed !== undefined && !parsed.isUnsure;
}

function parse(mark: string): Mark | undefined {
  return mark === '' ? undefined : (JSON.parse(mark) as Mark);
}

/** Returns the digest; undefined over plain http, where browsers cannot compute it. */
async function digestOf(token: string): Promise<string | undefined> {
  try {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  } catch {
    return undefined;
  }
}
