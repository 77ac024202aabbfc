import { useState } from 'react';

import type { RoundByLink } from '#domain/contacts/round-by-link.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { callByLink } from './call-by-link.ts';
import { forgetDrafts } from './drafts.ts';
import { forgetKept, keptHere } from './interview/kept-answers.ts';
import { forgetReadings } from './kept-readings.ts';
import classes from './link-page.module.css';

type Outcome = {
  onClosed: () => void;
  /** Called with the reason when the page cannot be closed on this device now. */
  onFailed: (failure: unknown) => void;
  onRefused: (words: string) => void;
};

/** What closing would delete, and the button that asked for it. */
type Asked = { hasWaiting: boolean; hasRefused: boolean; opener: Element | null };

/**
 * Returns a function that closes the link on this device, and the question to show first. Closing deletes what the
 * browser keeps, so it asks while there are answers that the server does not have.
 */
export function useClosing(round: RoundByLink | undefined, outcome: Outcome) {
  const [asked, setAsked] = useState<Asked>();
  const close = async (isSure: boolean) => {
    const own = round?.selfAssessment?.surveys.map(({ clientId }) => clientId) ?? [];
    const kept = keptHere();
    const waiting = kept.filter(({ isRefused }) => !isRefused);
    if (waiting.some(({ id }) => own.includes(id))) {
      outcome.onRefused('Some answers are not sent yet and would be lost. Connect, and try again.');
      return;
    }
    if (kept.length > 0 && !isSure) {
      const hasRefused = kept.length > waiting.length;
      setAsked({ hasWaiting: waiting.length > 0, hasRefused, opener: document.activeElement });
      return;
    }
    setAsked(undefined);
    forgetDrafts();
    forgetKept();
    await forgetReadings();
    const call = { method: 'POST', path: '/api/link/close' } as const;
    await callByLink(call).then(outcome.onClosed, outcome.onFailed);
  };
  const question = asked && (
    <Question
      {...asked}
      onDelete={() => void close(true)}
      onKeep={() => {
        setAsked(undefined);
        if (asked.opener instanceof HTMLElement) focusOn(asked.opener);
      }}
    />
  );
  return { close: () => void close(false), question };
}

type QuestionProps = Asked & { onDelete: () => void; onKeep: () => void };

function Question({ hasWaiting, hasRefused, onDelete, onKeep }: QuestionProps) {
  return (
    <section className={classes.card} role="alert">
      {hasWaiting && (
        <p>
          Answers that were given by another link are not sent yet. Only that link can send them.
        </p>
      )}
      {hasRefused && <p>The brand did not take some answers. They are in this browser alone.</p>}
      <div className={classes.buttons}>
        <button type="button" className={classes.quiet} onClick={onDelete}>
          Delete them and close
        </button>
        <button type="button" className={classes.quiet} onClick={onKeep}>
          Keep them
        </button>
      </div>
    </section>
  );
}
