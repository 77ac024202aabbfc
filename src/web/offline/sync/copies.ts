import type { Collection, InsertType } from 'dexie';
import { z } from 'zod';

import { mergeNotes } from '#domain/interviews/merge-notes.ts';
import type { AnsweredAt } from '#domain/interviews/progress.ts';
import {
  sessionDeletedSchema,
  sessionSchema,
  type InterviewSession,
  type SessionChange,
  type SessionInput,
} from '#domain/interviews/session.ts';
import { pick } from '#web/lib/pick.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Abandoned, Draft, DraftCopy } from '#web/offline/store/records.ts';
import { copyOf, isOutdated, joinSession } from '#web/offline/drafts/drafts.ts';
import { completionIn, elsewhereWords } from '#web/offline/outbox/elsewhere.ts';
import { ask, askWith, type Reply } from '#web/offline/connection/reply.ts';
import type { Effects } from '#web/offline/outbox/kind.ts';
import { progressHere, progressThere, toServerTime } from '#web/offline/connection/server-times.ts';

/** Returns whether the server lacks some change of this draft. */
const isBehind = ({ copy, revision }: Pick<Draft, 'copy' | 'revision'>): boolean =>
  copy === null || copy.revision < revision;

/** Counts the interviews under way of which the server lacks something. */
export function countBehind(db: OfflineDatabase): Promise<number> {
  return db.drafts.filter(isBehind).count();
}

/**
 * True when the server lacks some change of this draft and would accept it. The correction of a
 * returned response is never copied: a session does not know what it corrects, so another device
 * would complete it as one more interview.
 */
export function needsCopy({ copy, copyRefused, revision, returned }: Draft): boolean {
  return !returned && copyRefused === null && isBehind({ copy, revision });
}

export type Copied = 'copied' | 'later' | 'refused' | 'sign-in';

/**
 * Copies a draft to the server as its session, and joins the server's reply into the draft, because
 * another device may have added answers meanwhile. The copy is a convenience: whatever happens to
 * it, the interview goes on here.
 *
 * The server joins the two as well: answers by their times, notes by the text they were based on.
 */
export async function copyDraft(
  db: OfflineDatabase,
  effects: Effects,
  draft: Draft,
): Promise<Copied> {
  const reply = draft.copy
    ? await askWith(effects.fetch, 'PUT', sessionPath(draft.copy), changeOf(draft))
    : await askWith(effects.fetch, 'POST', '/api/interview-sessions', sessionOf(draft));
  if (reply.kind === 'sign-in' || reply.kind === 'later') return reply.kind;
  if (reply.kind === 'refused') {
    const elsewhere = completionIn(reply.problem);
    await db.drafts.update(
      draft.clientId,
      elsewhere
        ? { copyRefused: elsewhereWords(elsewhere), elsewhere }
        : { copyRefused: reply.problem.detail },
    );
    return 'refused';
  }
  const session = sessionSchema.safeParse(reply.json).data;
  if (session?.clientId !== draft.clientId) return 'later';
  // If an earlier start had already arrived, the server replies 200 with that session, which may be
  // behind.
  const isNew = draft.copy !== null || reply.status === 201;
  const joined = await takeIn(db, draft, session, isNew);
  return joined && !isNew ? copyDraft(db, effects, joined) : 'copied';
}

function sessionPath({ sessionId }: DraftCopy): string {
  return `/api/interview-sessions/${sessionId}`;
}

function sessionOf(draft: Draft): SessionInput {
  const { clientId, hotelId, edition, respondentName, respondentJobTitle } = draft;
  return {
    ...{ clientId, hotelId, respondentName, respondentJobTitle },
    surveyId: edition.surveyId,
    edition: edition.number,
    status: 'in_progress',
    startedAt: new Date(toServerTime(draft.startedAt, draft)).toISOString(),
    currentQuestionIndex: draft.index,
    ...progressThere(draft),
    notes: draft.notes,
  };
}

function changeOf(draft: Draft): SessionChange {
  const { index, notes, copy } = draft;
  const notesBase = copy?.notes ?? '';
  return { currentQuestionIndex: index, ...progressThere(draft), notes, notesBase };
}

/**
 * Joins the server's reply into the draft as it is now. Returns undefined when the draft is gone.
 *
 * @param isNew true when the session already holds the answers that were sent
 */
async function takeIn(
  db: OfflineDatabase,
  sent: Draft,
  session: InterviewSession,
  isNew: boolean,
): Promise<Draft | undefined> {
  return db.transaction('rw', db.drafts, db.abandoned, async () => {
    const draft = await db.drafts.get(sent.clientId);
    if (!draft) {
      // The person gave the interview up while the copy was on its way. Now we know which session
      // to delete.
      await db.abandoned.update(sent.clientId, { sessionId: session.id });
      return undefined;
    }
    // Do not join the answers: it must stay clear which answers are whose. The PUT that follows is
    // refused, and the refusal names who completed the interview.
    if (session.status === 'completed') {
      const known = { ...draft, copy: copyOf(session, 0) };
      await db.drafts.put(known);
      return known;
    }
    if (isOutdated(session, draft)) return draft;
    const isHeld =
      isNew &&
      mergeNotes(sent.copy?.notes ?? '', sent.notes, session.notes).trim() === session.notes;
    const revision = isHeld ? sent.revision : (draft.copy?.revision ?? 0);
    const next: Draft = {
      ...joinSession(isNew ? withStoredTimes(draft, sent, session) : draft, session),
      copy: copyOf(session, revision),
      copyRefused: null,
    };
    await db.drafts.put(next);
    return next;
  });
}

/**
 * Returns the draft with the times at which the server stored what was sent and was not changed here since.
 * The server sets a time in the future to its own time. A device whose clock runs ahead must take that time
 * over. Otherwise it sends the same answer as a new one with each copy, over another device's later answer.
 */
function withStoredTimes(draft: Draft, sent: Draft, session: InterviewSession): Draft {
  const stored = progressHere(session, draft);
  const lowered = (here: AnsweredAt = {}, then: AnsweredAt = {}, there: AnsweredAt): string[] =>
    Object.keys(there).filter((id) => {
      const at = here[id];
      return at !== undefined && at === then[id] && (there[id] ?? 0) < at;
    });
  const answers = lowered(draft.answeredAt, sent.answeredAt, stored.answeredAt);
  const remarks = lowered(draft.remarkedAt, sent.remarkedAt, stored.remarkedAt);
  return {
    ...draft,
    progress: { ...draft.progress, ...pick(stored.progress, answers) },
    answeredAt: { ...draft.answeredAt, ...pick(stored.answeredAt, answers) },
    ...(remarks.length > 0 && {
      remarks: { ...draft.remarks, ...pick(stored.remarks, remarks) },
      remarkedAt: { ...draft.remarkedAt, ...pick(stored.remarkedAt, remarks) },
    }),
  };
}

/**
 * Deletes the server's session of an interview that was given up here. If the interview was
 * completed on another device, the session stays. The record here then stays too and shows that,
 * until the person has read it.
 */
export async function reportAbandoned(
  db: OfflineDatabase,
  { fetch }: Effects,
  abandoned: Abandoned,
): Promise<'reported' | 'later' | 'sign-in'> {
  const sessionId = abandoned.sessionId ?? (await findSession(fetch, abandoned));
  if (typeof sessionId === 'string') return sessionId;
  if (sessionId !== null) {
    const reply = await ask(fetch, `/api/interview-sessions/${sessionId}`, { method: 'DELETE' });
    if (reply.kind === 'sign-in') return 'sign-in';
    const elsewhere = reply.kind === 'refused' ? completionIn(reply.problem) : undefined;
    if (elsewhere) {
      await db.abandoned.update(abandoned.clientId, { sessionId, elsewhere });
      return 'reported';
    }
    // Refused: the session is already gone, or this person may no longer reach it.
    if (reply.kind !== 'refused' && !isDeleted(reply, abandoned)) return 'later';
  }
  await db.abandoned.delete(abandoned.clientId);
  return 'reported';
}

/** Returns the interviews that were given up here and whose session on the server must still be deleted. */
export function unreportedAbandoned(
  db: OfflineDatabase,
): Collection<Abandoned, string, InsertType<Abandoned, 'clientId'>> {
  return db.abandoned.filter(({ elsewhere }) => !elsewhere);
}

/**
 * True for the receipt of exactly this deletion. A 204 does not count as a receipt, because portals send it
 * too.
 */
function isDeleted(reply: Reply, { clientId }: Abandoned): boolean {
  if (reply.kind !== 'answered' || reply.status !== 200) return false;
  return sessionDeletedSchema.safeParse(reply.json).data?.clientId === clientId;
}

const ownIds = z.array(sessionSchema.pick({ id: true, clientId: true }));

/** Finds the session of a start whose reply was lost. Returns null when the server has none. */
async function findSession(
  fetch: Effects['fetch'],
  { hotelId, clientId }: Abandoned,
): Promise<number | null | 'later' | 'sign-in'> {
  const reply = await ask(fetch, `/api/interview-sessions/hotel/${hotelId}`);
  if (reply.kind === 'refused') return null;
  if (reply.kind !== 'answered') return reply.kind;
  const sessions = ownIds.safeParse(reply.json).data;
  if (!sessions) return 'later';
  return sessions.find((session) => session.clientId === clientId)?.id ?? null;
}
