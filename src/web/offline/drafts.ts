import { mergeNotes } from '#domain/interviews/merge-notes.ts';
import { mergeProgress, type TimedProgress } from '#domain/interviews/progress.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import type { Abandoned, Draft, DraftCopy, DraftHotel, OfflineDatabase } from './database.ts';
import { durably } from './durably.ts';

/** What an interview asks of the world around it. */
export type Clock = { now: () => number; randomId: () => string };

export type Beginning = {
  hotelId: number;
  hotel: DraftHotel;
  edition: Edition;
  respondentName: string;
  respondentJobTitle: string;
};

/** What a person does in an interview: answers (with their times), moves, or writes notes. */
export type DraftChange = Partial<TimedProgress & Pick<Draft, 'index' | 'notes'>> & {
  /** The notes as they were stored when these were written; another device's may have come since. */
  notesBase?: string;
};

/** The draft is not on this device any more: finished, or given up, elsewhere. */
export class DraftGone extends Error {
  override name = 'DraftGone';
}

/** The server may hold the interview, but this device has no copy of it and cannot ask. */
export class NotOnDevice extends Error {
  override name = 'NotOnDevice';
}

/** Begins an interview. Its client id is made here, once, and stays with it for good. */
export async function beginDraft(
  db: OfflineDatabase,
  beginning: Beginning,
  { now, randomId }: Clock,
): Promise<Draft> {
  const startedAt = now();
  const draft: Draft = {
    ...beginning,
    clientId: makeClientId(startedAt, randomId()),
    index: 0,
    progress: {},
    answeredAt: {},
    notes: '',
    startedAt,
    updatedAt: startedAt,
    revision: 1,
    copy: null,
    copyRefused: null,
  };
  await durably(db, () => db.drafts.add(draft));
  return draft;
}

/**
 * Writes a change into the draft, in one strict transaction: when this resolves, it is on the
 * disk. Answers are joined by question, so a second writer's other answers stay.
 */
export async function saveDraft(
  db: OfflineDatabase,
  clientId: string,
  change: DraftChange,
  now: number,
): Promise<Draft> {
  return durably(db, () =>
    db.transaction('rw', db.drafts, async () => {
      const stored = await db.drafts.get(clientId);
      if (!stored) throw new DraftGone('This interview is no longer under way on this device.');
      const draft = withChange(stored, change, now);
      await db.drafts.put(draft);
      return draft;
    }),
  );
}

export function withChange(draft: Draft, change: DraftChange, now: number): Draft {
  const { progress = {}, answeredAt = {}, index = draft.index, notes = draft.notes } = change;
  return {
    ...draft,
    ...mergeProgress(draft, { progress, answeredAt }),
    index,
    notes: mergeNotes(change.notesBase ?? draft.notes, notes, draft.notes),
    updatedAt: now,
    revision: draft.revision + 1,
  };
}

/**
 * Takes up a session of the server's on this device: joins it to the draft that is here, or makes
 * one from it. The interview goes on under the client id it began with.
 */
export async function resumeSession(
  db: OfflineDatabase,
  session: InterviewSession,
  asked: { hotel: DraftHotel; edition: Edition },
  now: number,
): Promise<Draft> {
  return durably(db, () =>
    db.transaction('rw', db.drafts, db.envelopes, db.receipts, db.abandoned, async () => {
      for (const ended of [db.envelopes, db.receipts, db.abandoned])
        if (await ended.where('clientId').equals(session.clientId).count())
          throw new DraftGone('It was completed or abandoned on this device.');
      const stored = await db.drafts.get(session.clientId);
      const draft = stored ? joinSession(stored, session) : draftOf(session, asked, now);
      await db.drafts.put(draft);
      return draft;
    }),
  );
}

function draftOf(
  session: InterviewSession,
  asked: { hotel: DraftHotel; edition: Edition },
  now: number,
): Draft {
  const { clientId, hotelId, respondentName, respondentJobTitle, progress, answeredAt } = session;
  return {
    ...asked,
    ...{ clientId, hotelId, respondentName, respondentJobTitle, progress, answeredAt },
    index: session.currentQuestionIndex,
    notes: session.notes,
    startedAt: Date.parse(session.startedAt),
    updatedAt: now,
    revision: 1,
    copy: copyOf(session, 1),
    copyRefused: null,
  };
}

/**
 * Marks the draft as not copied up yet; returns its client id. The next copy is refused where the
 * interview was completed on another device, and the refusal tells when and by whom.
 */
export async function copyAnew(db: OfflineDatabase, clientId: string): Promise<string> {
  await db.drafts
    .where('clientId')
    .equals(clientId)
    .modify((draft) => {
      if (draft.copy) draft.copy.revision = 0;
    });
  return clientId;
}

/** What is known of the server's copy once it told this. */
export function copyOf(session: InterviewSession, revision: number): DraftCopy {
  return {
    sessionId: session.id,
    revision,
    notes: session.notes,
    updatedAt: session.lastUpdatedAt,
  };
}

/**
 * Did the server tell something later before? Answers overtake each other. What an older one lacks
 * was not taken back, and to join it would be to believe that.
 */
export function isOutdated(session: InterviewSession, { copy }: Draft): boolean {
  return Date.parse(session.lastUpdatedAt) < Date.parse(copy?.updatedAt ?? session.lastUpdatedAt);
}

/** The draft with what the server's copy knows besides. What was done here last stays in front. */
export function joinSession(draft: Draft, session: InterviewSession): Draft {
  if (isOutdated(session, draft)) return draft;
  const base = draft.copy?.notes ?? '';
  const allSent = draft.copy !== null && draft.copy.revision === draft.revision;
  return {
    ...draft,
    ...mergeProgress(draft, session),
    notes: mergeNotes(base, draft.notes, session.notes),
    index: allSent ? session.currentQuestionIndex : draft.index,
    copy: copyOf(session, draft.copy?.revision ?? 0),
    copyRefused: null,
  };
}

/** Gives an interview up: here at once, and on the server when it can be reached. */
export async function abandonDraft(
  db: OfflineDatabase,
  { clientId, hotelId, sessionId, respondentName }: Omit<Abandoned, 'abandonedAt'>,
  now: number,
): Promise<void> {
  await durably(db, () =>
    db.transaction('rw', db.drafts, db.abandoned, async () => {
      const draft = await db.drafts.get(clientId);
      const known = sessionId ?? draft?.copy?.sessionId ?? null;
      const name = respondentName ?? draft?.respondentName;
      await db.abandoned.put({
        ...{ clientId, hotelId, sessionId: known, abandonedAt: now },
        ...(name !== undefined && { respondentName: name }),
      });
      await db.drafts.delete(clientId);
    }),
  );
}
