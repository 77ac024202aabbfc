import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';

import type {
  LinkCompleted,
  LinkInterview,
  LinkSaved,
} from '#domain/contacts/interview-by-link.ts';
import type { ProgressEntry } from '#domain/interviews/progress.ts';
import { serverNow } from '#web/by-link/call-by-link.ts';
import {
  askNow,
  keepAnswer,
  keepRemark,
  later,
  markAll,
  takeBackAll,
  withKept,
} from './answers-state.ts';
import { whenCopied } from './durable-copies.ts';
import { keepCompleted, keepOpened } from './keep-opened.ts';
import {
  changeKept,
  countUnsent,
  readKept,
  wouldLose,
  type KeptAnswers,
  type Refusal,
} from './kept-answers.ts';
import { sendKept, type Sent } from './send-kept.ts';

/** Milliseconds without a change after which answers are sent. */
const pause = 800;
/** The longest wait before answers that did not arrive are sent again. */
const longestWait = 30_000;

/** The answers that the server has, and those that it has not confirmed. */
type Held = { stored: LinkSaved; kept: KeptAnswers };

/** Where the answers are. `where-they-are.tsx` shows it. */
export type Whereabouts =
  | { kind: 'server' }
  | { kind: 'sending' }
  | { kind: 'here'; why: string; unsent: number; isDurable: boolean; hasEnded: boolean }
  | ({ kind: 'refused' } & Refusal);

/**
 * Returns an open interview and the functions that change it. Each change is stored in this browser at once,
 * and sent in the background. Answers that did not arrive are sent again when the connection is back, when
 * somebody looks at the page again, and after a while.
 */
export function useAnswers(interview: LinkInterview, onCompleted: (done: LinkCompleted) => void) {
  const { clientId } = interview;
  const [{ stored, kept }, setAnswers] = useState<Held>(() => ({
    stored: interview,
    kept: readKept(clientId),
  }));
  const [last, setLast] = useState<Sent>({ kind: 'nothing' });
  const isCopied = useCopied(kept);
  const given = useMemo(() => withKept(stored, kept), [stored, kept]);
  const now = useMemo(() => askNow(interview, given), [interview, given]);
  const sending = useSending(clientId, (sent) => {
    setLast(sent);
    const left = readKept(clientId);
    setAnswers((before) => ({
      // What another tab has sent is no longer kept here, but it is given.
      stored: sent.kind === 'saved' ? sent.saved : withKept(before.stored, before.kept),
      kept: left,
    }));
    if (sent.kind === 'saved') void keepOpened(sent.mark, { ...interview, ...sent.saved });
    if (sent.kind === 'completed') {
      void keepCompleted(sent.mark, interview.surveyId, sent.completed);
      onCompleted(sent.completed);
    }
  });
  const keep = (of: (kept: KeptAnswers) => KeptAnswers) => {
    const next = changeKept(clientId, of);
    setAnswers((before) => ({ ...before, kept: next }));
  };
  const change = (of: (kept: KeptAnswers, at: number) => KeptAnswers) => {
    keep((before) => of(before, serverNow()));
    sending.soon();
  };
  return {
    ...{ given, ...now, isCompleting: kept.completion !== undefined },
    answer: (id: number, entry: ProgressEntry) =>
      change((all, at) => keepAnswer(all, id, entry, later(given.answeredAt[id], at))),
    remark: (id: number, text: string) =>
      change((all, at) => keepRemark(all, id, text, later(given.remarkedAt[id], at))),
    markAll: (places: readonly number[], reason: string) =>
      change((all, at) => markAll(all, { interview, given, places, reason, at })),
    takeBackAll: (places: readonly number[]) =>
      change((all, at) => takeBackAll(all, { interview, given, places, at })),
    note: (notes: string) =>
      change((all) => ({ ...all, notes, notesBase: all.notesBase ?? stored.notes })),
    complete: () => {
      const completedAt = new Date(serverNow()).toISOString();
      const body = { ...given, notesBase: kept.notesBase ?? stored.notes, completedAt };
      keep((all) => ({ ...all, completion: JSON.stringify(body) }));
      sending.now();
    },
    sendNow: sending.now,
    whereabouts: whereaboutsOf(kept, last, {
      ...{ isBusy: sending.isBusy, isCopied, isInMemory: wouldLose(clientId) },
    }),
  };
}
export type Answers = ReturnType<typeof useAnswers>;

/**
 * Returns whether the kept answers are on the disk. Until then the page must not say that they are kept,
 * because the phone could still lose them.
 */
function useCopied(kept: KeptAnswers): boolean {
  const [copied, setCopied] = useState(kept);
  useEffect(() => {
    let isLatest = true;
    void whenCopied().then(() => isLatest && setCopied(kept));
    return () => {
      isLatest = false;
    };
  }, [kept]);
  return copied === kept;
}

function whereaboutsOf(
  kept: KeptAnswers,
  last: Sent,
  { isBusy, isCopied, isInMemory }: { isBusy: boolean; isCopied: boolean; isInMemory: boolean },
): Whereabouts {
  if (last.kind === 'refused' && !isBusy) return last;
  const unsent = countUnsent(kept);
  if (unsent === 0 && kept.completion === undefined) return { kind: 'server' };
  if (last.kind === 'kept' && isCopied)
    return { kind: 'here', why: last.why, unsent, isDurable: !isInMemory, hasEnded: last.hasEnded };
  return { kind: 'sending' };
}

/** Sends the kept answers, one call at a time. `soon` waits until the person pauses. */
function useSending(clientId: string, onSent: (sent: Sent) => void) {
  const [isBusy, setBusy] = useState(false);
  const state = useRef({
    timer: 0,
    isSending: false,
    isWanted: false,
    isShown: false,
    wait: pause,
  });
  const send = async () => {
    const own = state.current;
    clearTimeout(own.timer);
    own.isWanted = own.isSending;
    if (own.isSending) return;
    own.isSending = true;
    setBusy(true);
    const sent = await sendKept(clientId);
    own.isSending = false;
    setBusy(false);
    onSent(sent);
    own.wait = sent.kind === 'kept' ? Math.min(own.wait * 2, longestWait) : pause;
    if (own.isWanted || sent.kind === 'kept') sendAfter(own.wait);
  };
  const sendAfter = (wait: number) => {
    const own = state.current;
    clearTimeout(own.timer);
    // After the person left the interview, the list of surveys sends what is still kept.
    if (own.isShown) own.timer = window.setTimeout(() => void send(), wait);
  };
  const begin = useEffectEvent(() => void send());
  useEffect(() => {
    const own = state.current;
    const again = () => {
      if (document.visibilityState === 'visible') begin();
    };
    own.isShown = true;
    begin();
    window.addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      own.isShown = false;
      clearTimeout(own.timer);
      window.removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, []);
  return { isBusy, soon: () => sendAfter(pause), now: () => void send() };
}
