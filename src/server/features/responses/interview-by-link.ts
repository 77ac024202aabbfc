import { whyNoAnswers, type LinkAnswers } from '#domain/contacts/interview-by-link.ts';
import { findMisfits } from '#domain/interviews/check-progress.ts';
import { mergeNotes } from '#domain/interviews/merge-notes.ts';
import { mergeProgress } from '#domain/interviews/progress.ts';
import { stampProgress } from '#domain/interviews/stamp-progress.ts';
import type { KeptEdition } from '#server/db/responses/editions.ts';
import { findSelfRound, selectOwn } from '#server/db/responses/self-assessments.ts';
import { hasTombstone } from '#server/db/responses/tombstones.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { Contact } from '#server/http/contact-session.ts';
import { notFound, ProblemError } from '#server/problems.ts';

/** A hotel contact who answers an interview of their own hotel, with what is needed to read and store it. */
export type Answering = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  contact: Contact;
};

export type OwnInterview = Awaited<ReturnType<typeof requireOwn>>;

/** Returns an interview of the contact in the round of their link. */
export async function requireOwn(
  { db, contact }: Pick<Answering, 'db' | 'contact'>,
  clientId: string,
  { lock }: { lock: boolean },
) {
  const query = selectOwn(db, contact).where('self.clientId', '=', clientId);
  const own = await (lock ? query.forUpdate('self') : query).executeTakeFirst();
  if (!own) throw notFound('The interview');
  return own;
}

/** Returns the round if it is a self-assessment that takes answers. Throws otherwise. */
export async function requireTaking(db: Db, contact: Contact) {
  const round = await findSelfRound(db, contact);
  if (!round) throw notFound('The self-assessment');
  const closed = whyNoAnswers(round.status);
  if (closed !== null) throw new ProblemError('conflict', closed);
  return round;
}

/** Returns what is stored of the interview's response; undefined while it has not arrived. */
export function findStored(db: Db, clientId: string) {
  return db
    .selectFrom('responses')
    .select(['digest', 'contactId', 'completedAt'])
    .where('clientId', '=', clientId)
    .executeTakeFirst();
}

/** Throws when the interview is completed, or its response was deleted since. */
export async function refuseCompleted(db: Db, clientId: string): Promise<void> {
  if (await findStored(db, clientId)) throw completed();
  await refuseDeleted(db, clientId);
}

/** Returns the error for adding to an interview that is completed. */
export function completed(): ProblemError {
  return new ProblemError(
    'already-completed',
    'This questionnaire was completed before, perhaps on another device. It takes no more answers.',
  );
}

/** Throws when the interview's response was deleted on purpose. */
export async function refuseDeleted(db: Db, clientId: string): Promise<void> {
  if (await hasTombstone(db, 'response', clientId))
    throw new ProblemError(
      'gone',
      'This questionnaire was completed, and its answers were deleted.',
    );
}

export async function editionOf(
  { deps, db }: Pick<Answering, 'deps' | 'db'>,
  { surveyId, edition }: Pick<OwnInterview, 'surveyId' | 'edition'>,
): Promise<KeptEdition> {
  const found = await deps.editions.find(db, surveyId, edition);
  if (!found) throw notFound('The questionnaire');
  return found;
}

/** Returns the stored answers joined with those that arrive. For each question, the later answer wins. */
export function join(
  stored: OwnInterview,
  arriving: LinkAnswers,
  { questions }: Pick<KeptEdition, 'questions'>,
  now: number,
) {
  const errors = findMisfits(questions, arriving.progress, arriving.remarks);
  if (errors.length > 0)
    throw new ProblemError('invalid-input', 'An answer does not belong to what is asked.', {
      errors,
    });
  const { notes = stored.notes, notesBase = stored.notes } = arriving;
  return {
    ...mergeProgress(stored, stampProgress(stored, arriving, now)),
    notes: mergeNotes(notesBase, notes, stored.notes),
  };
}
