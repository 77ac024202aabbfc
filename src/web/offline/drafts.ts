import { mergeNotes } from '#domain/interviews/merge-notes.ts';
import { mergeProgress, type TimedProgress } from '#domain/interviews/progress.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import { clockTolerance } from '#domain/responses/device-clock.ts';
import { lastContact } from './contact.ts';
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
export type DraftChange = Partial<
  TimedProgress & Pick<Draft, 'index' | 'notes' | 'clockChanged'>
> & {
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
  return durably(db, () =>
    db.transaction('rw', db.drafts, db.contact, async () => {
      const begun = { ...draft, ...(await knownSkew(db)) };
      await db.drafts.add(begun);
      return begun;
    }),
  );
}

/** By how much the device's clock differed from the server's at their last contact. */
async function knownSkew(db: OfflineDatabase): Promise<Pick<Draft, 'skew'>> {
  const contact = await lastContact(db);
  return contact ? { skew: contact.skew } : {};
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

/**
 * Writes an interview that an open page still holds into a store that was emptied under it. Throws
 * {@link DraftGone} where that store knows it as ended.
 */
export async function rewriteDraft(
  db: OfflineDatabase,
  held: Draft,
  whole: DraftChange,
  now: number,
): Promise<Draft> {
  return durably(db, () =>
    db.transaction('rw', [db.drafts, ...endings(db)], async () => {
      await refuseEnded(db, held.clientId);
      const stored = await db.drafts.get(held.clientId);
      const draft = { ...withChange(stored ?? held, whole, now), wasRewritten: true };
      await db.drafts.put(draft);
      return draft;
    }),
  );
}

async function refuseEnded(db: OfflineDatabase, clientId: string): Promise<void> {
  for (const ended of endings(db))
    if (await ended.where('clientId').equals(clientId).count())
      throw new DraftGone('This interview was ended on this device.');
}

export function withChange(draft: Draft, change: DraftChange, now: number): Draft {
  const { progress = {}, answeredAt = {}, index = draft.index, notes = draft.notes } = change;
  // The draft knows a later time than this: the clock was set back.
  const isSetBack = now < draft.updatedAt - clockTolerance;
  return {
    ...draft,
    ...((change.clockChanged || isSetBack) && { clockChanged: true }),
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
    db.transaction('rw', [db.drafts, db.contact, ...endings(db)], async () => {
      await refuseEnded(db, session.clientId);
      const stored = await db.drafts.get(session.clientId);
      const draft = stored
        ? joinSession(stored, session)
        : draftOf(session, { ...asked, ...(await knownSkew(db)) }, now);
      await db.drafts.put(draft);
      return draft;
    }),
  );
}

/** Where an interview is found that was ended on this device. */
function endings(db: OfflineDatabase) {
  return [db.envelopes, db.receipts, db.abandoned] as const;
}

function draftOf(
  session: InterviewSession,
  asked: { hotel: DraftHotel; edition: Edition } & Pick<Draft, 'skew'>,
  now: number,
): Draft {
  const { clientId, hotelId, respondentName, respondentJobTitle, progress, answeredAt } = session;
  return {
    ...asked,
    ...{ clientId, hotelId, respondentName, respondentJobTitle, progress, answeredAt },
    index: session.currentQuestionIndex,
    notes: session.notes,
    // A draft's times are all by the device's clock.
    startedAt: Date.parse(session.startedAt) - (asked.skew ?? 0),
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
