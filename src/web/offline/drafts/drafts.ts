import { mergeNotes } from '#domain/interviews/merge-notes.ts';
import { mergeProgress, type TimedProgress } from '#domain/interviews/progress.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { makeClientId } from '#domain/sync/client-id.ts';
import { clockTolerance } from '#domain/responses/device-clock.ts';
import { lastContact } from '#web/offline/connection/contact.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Abandoned, Draft, DraftCopy, DraftHotel } from '#web/offline/store/records.ts';
import { durably } from '#web/offline/store/durably.ts';
import { removeFilesOf } from '#web/offline/files/kept-files.ts';
import { progressHere } from '#web/offline/connection/server-times.ts';

/** What the interview code needs from its environment: the time, and random ids. */
export type Clock = { now: () => number; randomId: () => string };

export type Beginning = {
  hotelId: number;
  hotel: DraftHotel;
  edition: Edition;
  respondentName: string;
  respondentJobTitle: string;
} & AskedPart;

/**
 * The part of the survey that an interview asks, and its round. Empty when it asks every question and belongs
 * to no re-assessment.
 */
export type AskedPart = Pick<Draft, 'roundId' | 'asked' | 'wholeBecause' | 'waivers'>;

/**
 * A change that a person makes in an interview: answers and notes on them (with their times), moves,
 * or the interview's notes.
 */
export type DraftChange = Partial<
  TimedProgress & Pick<Draft, 'index' | 'notes' | 'clockChanged' | 'awaiting'>
> & {
  /** The stored notes on which these were based. Another device's notes may have arrived since. */
  notesBase?: string;
};

/**
 * Thrown when the draft is no longer on this device: it was finished or given up in another tab.
 */
export class DraftGone extends Error {
  override name = 'DraftGone';
}

/** Thrown when the server may hold the interview, but this device has no copy and is offline. */
export class NotOnDevice extends Error {
  override name = 'NotOnDevice';
}

/** Begins an interview. Its client id is created here, once, and never changes. */
export async function beginDraft(
  db: OfflineDatabase,
  beginning: Beginning,
  { now, randomId }: Clock,
): Promise<Draft> {
  const draft = newDraft(beginning, { now, randomId });
  return durably(db, () =>
    db.transaction('rw', db.drafts, db.contact, async () => {
      const begun = { ...draft, ...(await knownSkew(db)) };
      await db.drafts.add(begun);
      return begun;
    }),
  );
}

/** Returns a draft without answers, which is not stored yet. */
export function newDraft(beginning: Beginning, { now, randomId }: Clock): Draft {
  const startedAt = now();
  return {
    ...beginning,
    clientId: makeClientId(startedAt, randomId()),
    index: 0,
    progress: {},
    answeredAt: {},
    remarks: {},
    remarkedAt: {},
    notes: '',
    startedAt,
    updatedAt: startedAt,
    revision: 1,
    copy: null,
    copyRefused: null,
  };
}

/** Returns by how much the device's clock differed from the server's at the last contact. */
export async function knownSkew(db: OfflineDatabase): Promise<Pick<Draft, 'skew'>> {
  const contact = await lastContact(db);
  return contact ? { skew: contact.skew } : {};
}

/**
 * Writes a change into the draft, in one strict transaction: when the promise resolves, the change
 * is on the disk. Answers are merged question by question, so a second writer's other answers stay.
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
 * Writes an interview that an open page still holds into a store that the browser has emptied.
 * Throws {@link DraftGone} if the store shows that the interview has ended.
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
  const { index = draft.index, notes = draft.notes } = change;
  // The draft holds a later time than this one, so the clock was set back.
  const isSetBack = now < draft.updatedAt - clockTolerance;
  return {
    ...draft,
    ...((change.clockChanged || isSetBack) && { clockChanged: true }),
    ...(change.awaiting !== undefined && { awaiting: change.awaiting }),
    ...mergeProgress(draft, { progress: {}, answeredAt: {}, ...change }),
    index,
    notes: mergeNotes(change.notesBase ?? draft.notes, notes, draft.notes),
    updatedAt: now,
    revision: draft.revision + 1,
  };
}

/**
 * Continues a session of the server on this device: joins it to the draft that is here, or creates
 * a draft from it. The interview keeps the client id it began with.
 */
export async function resumeSession(
  db: OfflineDatabase,
  session: InterviewSession,
  asked: { hotel: DraftHotel; edition: Edition } & AskedPart,
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

/** Returns the tables that hold interviews that ended on this device. */
function endings(db: OfflineDatabase) {
  return [db.envelopes, db.receipts, db.abandoned] as const;
}

function draftOf(
  session: InterviewSession,
  asked: { hotel: DraftHotel; edition: Edition } & AskedPart & Pick<Draft, 'skew'>,
  now: number,
): Draft {
  const { clientId, hotelId, respondentName, respondentJobTitle } = session;
  return {
    ...asked,
    ...{ clientId, hotelId, respondentName, respondentJobTitle },
    ...progressHere(session, asked),
    index: session.currentQuestionIndex,
    notes: session.notes,
    startedAt: Date.parse(session.startedAt) - (asked.skew ?? 0),
    updatedAt: now,
    revision: 1,
    copy: copyOf(session, 1),
    copyRefused: null,
  };
}

/**
 * Marks the draft as not yet copied to the server, and returns its client id. If the interview was
 * completed on another device, the server refuses the next copy, and its refusal says when and by
 * whom.
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

/** Returns what is known of the server's copy after this reply. */
export function copyOf(session: InterviewSession, revision: number): DraftCopy {
  return {
    sessionId: session.id,
    revision,
    notes: session.notes,
    updatedAt: session.lastUpdatedAt,
  };
}

/**
 * True when an earlier reply of the server was newer than this one: replies can overtake each
 * other. Joining the older one would look as if the answers missing in it had been taken back.
 */
export function isOutdated(session: InterviewSession, { copy }: Draft): boolean {
  return Date.parse(session.lastUpdatedAt) < Date.parse(copy?.updatedAt ?? session.lastUpdatedAt);
}

/**
 * Returns the draft joined with the changes that only the server's copy has. The person stays at the question
 * where they are, unless the server already has every change made here.
 */
export function joinSession(draft: Draft, session: InterviewSession): Draft {
  if (isOutdated(session, draft)) return draft;
  const base = draft.copy?.notes ?? '';
  const allSent = draft.copy !== null && draft.copy.revision === draft.revision;
  return {
    ...draft,
    ...mergeProgress(draft, progressHere(session, draft)),
    notes: mergeNotes(base, draft.notes, session.notes),
    index: allSent ? session.currentQuestionIndex : draft.index,
    copy: copyOf(session, draft.copy?.revision ?? 0),
    copyRefused: null,
  };
}

/**
 * Gives an interview up: at once on this device, and on the server as soon as it can be reached. Its
 * files go with it.
 */
export async function abandonDraft(
  db: OfflineDatabase,
  { clientId, hotelId, sessionId, respondentName }: Omit<Abandoned, 'abandonedAt'>,
  now: number,
): Promise<void> {
  await durably(db, () =>
    db.transaction('rw', db.drafts, db.abandoned, db.files, db.fileBytes, async () => {
      const draft = await db.drafts.get(clientId);
      const known = sessionId ?? draft?.copy?.sessionId ?? null;
      const name = respondentName ?? draft?.respondentName;
      await db.abandoned.put({
        ...{ clientId, hotelId, sessionId: known, abandonedAt: now },
        ...(name !== undefined && { respondentName: name }),
      });
      await db.drafts.delete(clientId);
      // An interview that another device completed keeps its files: they belong to its response.
      if (!draft?.elsewhere) await removeFilesOf(db, clientId);
    }),
  );
}
