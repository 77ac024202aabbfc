import { useEffect, useEffectEvent, useState } from 'react';

import type { RoundByLink } from '#domain/contacts/round-by-link.ts';
import { formatMoment } from '#web/lib/format.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { actBy, callByLink, LinkError } from './call-by-link.ts';
import { keptHere } from './interview/kept-answers.ts';
import { keepPage } from './keep-page.ts';
import {
  beginOpening,
  isKept,
  keepReading,
  markNow,
  readReading,
  roundReading,
} from './kept-readings.ts';
import classes from './link-page.module.css';
import { ShownRound } from './shown-round.tsx';
import { useClosing } from './use-closing.tsx';

/**
 * Shows the round of a link. The address contains the token until the person presses “Open”. Then the browser
 * has a cookie instead, and the address no longer contains the token.
 */
export function LinkPage() {
  const [token, setToken] = useState(tokenInAddress);
  const [isJustOpened, setJustOpened] = useState(false);
  if (token !== null)
    return (
      <Frame>
        <Welcome
          token={token}
          onOpen={(byServer) => {
            history.replaceState(null, '', '/h');
            setJustOpened(byServer);
            setToken(null);
          }}
        />
      </Frame>
    );
  return (
    <Frame>
      <Opened isJustOpened={isJustOpened} />
    </Frame>
  );
}

function tokenInAddress(): string | null {
  return /^\/h\/([^/]+)/.exec(location.pathname)?.[1] ?? null;
}

function Frame({ children }: { children: React.ReactNode }) {
  return (
    <div className={classes.page}>
      <p className={classes.mark}>
        <img src="/icon.svg" alt="" width="28" height="28" />
        Bellwether
      </p>
      <main>{children}</main>
    </div>
  );
}

type WelcomeProps = {
  token: string;
  /** Called with whether the server opened the link. Without a connection the page shows what it keeps. */
  onOpen: (byServer: boolean) => void;
};

/**
 * Asks the person to press a button, because programs that check links in mails open every page but press
 * nothing.
 */
function Welcome({ token, onOpen }: WelcomeProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const open = async () => {
    setBusy(true);
    setError(undefined);
    try {
      onOpen(await openLink(token));
    } catch (failure) {
      setBusy(false);
      setError(wordsOf(failure));
    }
  };
  return (
    <section className={classes.card}>
      <h1>Your hotel’s assessment</h1>
      <p>
        You were sent this link to see how your hotel was assessed, or to assess it yourself. You
        need no account.
      </p>
      {error !== undefined && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <button
        type="button"
        className={classes.primary}
        disabled={isBusy}
        onClick={() => void open()}
      >
        Open the assessment
      </button>
    </section>
  );
}

/**
 * Opens a link and returns true. Without a connection it returns false if this link was the last one opened here.
 * The page then shows the stored readings.
 */
async function openLink(token: string): Promise<boolean> {
  const isHere = await isKept(token);
  const ended = await beginOpening(token);
  try {
    await callByLink({ method: 'POST', path: '/api/link/open', body: { token } });
    await ended('opened');
    return true;
  } catch (failure) {
    if (failure instanceof LinkError && (failure.status === 404 || failure.status === 410))
      await ended('refused');
    if (!isHere || !isAway(failure)) throw failure;
    return false;
  }
}

/** Shows the round to which the cookie belongs. Without a connection it shows the stored reading. */
function Opened({ isJustOpened }: { isJustOpened: boolean }) {
  const { round, savedAt, error, setError, again } = useRound(isJustOpened);
  const { close, question } = useClosing(round, {
    onClosed: again,
    onFailed: (failure) => setError(wordsOf(failure)),
    onRefused: setError,
  });
  return (
    <>
      {error !== undefined && (
        <section
          className={classes.card}
          role="alert"
          tabIndex={-1}
          ref={round ? undefined : focusOn}
        >
          <p>{error}</p>
          {savedAt !== undefined && (
            <p>
              You see the assessment as it was on {formatMoment(new Date(savedAt).toISOString())}.
              Answers and comments that you write are kept in this browser.
            </p>
          )}
          <button type="button" className={classes.quiet} onClick={again}>
            Try again
          </button>
        </section>
      )}
      {question}
      {round && <ShownRound key={round.linkId} {...round} onFiled={again} onClose={close} />}
      {!round && error === undefined && <p role="status">Loading…</p>}
    </>
  );
}

/**
 * Reads the round with the cookie. It reads it again when the connection is back or somebody looks at the page again,
 * because a phone may show the same page for weeks.
 */
function useRound(isJustOpened: boolean) {
  const [round, setRound] = useState<RoundByLink>();
  const [savedAt, setSavedAt] = useState<number>();
  const [error, setError] = useState<string>();
  const [reading, setReading] = useState(0);
  const whyNot = useEffectEvent((failure: unknown) => {
    const status = failure instanceof LinkError ? failure.status : undefined;
    if (round === undefined && status === 0) return nothingKept;
    if (round === undefined && status === 401 && isJustOpened) return noCookie;
    const isLeft = status === 401 && keptHere().some(({ isRefused }) => !isRefused);
    return isLeft ? `${wordsOf(failure)} ${leftHere}` : wordsOf(failure);
  });
  useEffect(() => {
    let isCurrent = true;
    const take = (read: RoundByLink | undefined, kept?: number, words?: string) => {
      if (!isCurrent) return;
      actBy(read?.linkId);
      setRound(read);
      setSavedAt(kept);
      setError(words);
    };
    readRound().then(
      ({ value, kept, words }) => take(value, kept, words),
      (failure: unknown) => {
        // Once the link has ended, nothing of it stays on the screen.
        if (failure instanceof LinkError && failure.status === 401)
          take(undefined, undefined, whyNot(failure));
        else if (isCurrent) setError(whyNot(failure));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [reading]);
  const again = () => setReading((count) => count + 1);
  useReturn(again);
  return { round, savedAt, error, setError, again };
}

const nothingKept =
  'There is no connection, and this browser keeps no assessment to show. Check the network and try again.';

/** The server opened the link, and the next call came without the cookie. */
const noCookie =
  'This browser did not keep the link, because it stores no cookies for this page. Allow cookies, and open the link again from the message.';

const leftHere =
  'Some answers are in this browser alone. A new link for the same person sends them, when it is opened here.';

/** Returns the round from the server. Without a connection returns the stored reading, and why. */
async function readRound(): Promise<{ value: RoundByLink; kept?: number; words?: string }> {
  const mark = await markNow();
  try {
    const value = await callByLink<RoundByLink>({ method: 'GET', path: '/api/link/round' });
    void keepReading(mark, roundReading, value);
    keepPage();
    return { value };
  } catch (failure) {
    const kept = isAway(failure) ? await readReading<RoundByLink>(roundReading) : null;
    if (!kept) throw failure;
    return { value: kept.value, kept: kept.savedAt, words: wordsOf(failure) };
  }
}

/** Returns whether the server did not reply, or cannot now. */
function isAway(failure: unknown): boolean {
  return failure instanceof LinkError && (failure.status === 0 || failure.status >= 500);
}

/** Calls the function when the connection is back, or somebody looks at the page again. */
function useReturn(onReturn: () => void): void {
  const tell = useEffectEvent(onReturn);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') tell();
    };
    window.addEventListener('online', look);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.removeEventListener('online', look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
}

function wordsOf(failure: unknown): string {
  return failure instanceof LinkError ? failure.message : 'Something went wrong. Please try again.';
}
