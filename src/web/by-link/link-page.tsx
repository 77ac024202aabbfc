import { useEffect, useState } from 'react';

import type { RoundByLink } from '#domain/contacts/round-by-link.ts';
import { callByLink, LinkError } from './call-by-link.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetKept, waitsHere } from './interview/kept-answers.ts';
import classes from './link-page.module.css';
import { ShownRound } from './shown-round.tsx';

/**
 * Shows the round of a link. The address holds the token until the person opens it by a press. Then the
 * browser has a cookie in its place, and the address no longer names the link.
 */
export function LinkPage() {
  const [token, setToken] = useState(tokenInAddress);
  if (token !== null)
    return (
      <Frame>
        <Welcome
          token={token}
          onOpen={() => {
            history.replaceState(null, '', '/h');
            setToken(null);
          }}
        />
      </Frame>
    );
  return (
    <Frame>
      <Opened />
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

/** Asks for a press, because programs that look for bad links in mail open every page and press nothing. */
function Welcome({ token, onOpen }: { token: string; onOpen: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const open = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await callByLink({ method: 'POST', path: '/api/link/open', body: { token } });
      onOpen();
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

/** Reads the round by the cookie. */
function Opened() {
  const [round, setRound] = useState<RoundByLink>();
  const [error, setError] = useState<string>();
  const [reading, setReading] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    callByLink<RoundByLink>({ method: 'GET', path: '/api/link/round' }).then(
      (read) => {
        if (!isCurrent) return;
        setRound(read);
        setError(undefined);
      },
      (failure: unknown) => {
        if (!isCurrent) return;
        // Once the link has ended, nothing of it stays on the screen.
        if (failure instanceof LinkError && failure.status === 401) setRound(undefined);
        setError(wordsOf(failure));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [reading]);
  const again = () => setReading((count) => count + 1);
  const close = async () => {
    if (waitsHere()) {
      setError('Some answers are not sent yet and would be lost. Connect, and try again.');
      return;
    }
    forgetDrafts();
    forgetKept();
    await callByLink({ method: 'POST', path: '/api/link/close' }).then(again, (failure: unknown) =>
      setError(wordsOf(failure)),
    );
  };
  return (
    <>
      {error !== undefined && (
        <section className={classes.card} role="alert">
          <p>{error}</p>
          <button type="button" className={classes.quiet} onClick={again}>
            Try again
          </button>
        </section>
      )}
      {round && <ShownRound {...round} onFiled={again} onClose={() => void close()} />}
      {!round && error === undefined && <p role="status">Loading…</p>}
    </>
  );
}

function wordsOf(failure: unknown): string {
  return failure instanceof LinkError ? failure.message : 'Something went wrong. Please try again.';
}
