import { sql } from 'kysely';

import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import { isIncomplete, putAnswers } from '#domain/responses/correct.ts';
import { mostRevisions } from '#domain/responses/correction.ts';
import { findForbiddenNa, findUnexplainedNa } from '#domain/scoring/not-applicable.ts';
import {
  findUnknownAnswers,
  type ResponseScore,
  scoreResponse,
} from '#domain/scoring/score-response.ts';
import type { GivenAnswer, UnknownAnswer } from '#domain/scoring/scored-answer.ts';
import { askedBeforeAppeal } from '#domain/scoring/standing.ts';
import type { Scope } from '#domain/people/person.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { inScope } from '#server/db/people/scope.ts';
import { holdHotels } from '#server/db/rounds/lock-hotel.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { scoreValues } from './score-values.ts';
import type { Editions, KeptEdition } from './editions.ts';
import { keepRevision, tooOften, type RevisedBy } from './keep-revision.ts';
import { lacksEvidenceNow } from './lacking-evidence.ts';
import { marksOf } from './score-columns.ts';

/**
 * Reads and locks the response until the transaction ends, so that concurrent calls do not lose
 * each other's answers.
 */
export function lockResponse(db: Db, scope: Scope, id: number) {
  return db
    .selectFrom('responses')
    .selectAll()
    .where('id', '=', id)
    .where(inScope(scope, 'responses.hotel_id'))
    .forUpdate()
    .executeTakeFirst();
}
export type LockedResponse = NonNullable<Awaited<ReturnType<typeof lockResponse>>>;

/**
 * Locks the hotel, the sender and the reviewer of a response against deletion until the transaction ends. Deleting a
 * hotel or a person locks the hotel or person first and then the responses. Deleting or changing a response needs the
 * same locks, so it takes them in the same order; otherwise the two could wait for each other. A change needs them
 * because it writes the row twice: the second time, PostgreSQL checks that what the row names is still there.
 */
export async function keepWhatItNames(db: Db, id: number): Promise<void> {
  await holdHotels(db, sql`select hotel_id from responses where id = ${id}`);
  await sql`select from system_users where id in (
      select unnest(array[user_id, reviewed_by_id]) from responses where id = ${id})
    order by id for key share`.execute(db);
}

export type AnswersChange = {
  given: readonly GivenAnswer[];
  by: RevisedBy;
  /**
   * True when the sender completes their response. Answering an unanswered question then keeps no
   * revision.
   */
  completes: boolean;
  /** True when a note must say why a critical question is not applicable. */
  wantsNote: boolean;
  /** Throws when answers do not fit the edition. */
  refuse: (found: readonly UnknownAnswer[]) => void;
};

/** What a change did. */
export type Changed = {
  questions: readonly EditionQuestion[];
  score: ResponseScore;
  /** The questions whose answer is different now. */
  changed: readonly number[];
  /** True when the former content was kept as a revision. */
  isRevised: boolean;
};

/**
 * Puts answers into a locked response, all of them or none. Keeps the former content as a revision, and computes
 * totals and review reasons by the response's own edition and rules. Corrections and upheld appeals both call this.
 * The callers check that the person may do it, and that the round's approval allows it.
 *
 * Returns null when nothing changed.
 */
export async function changeAnswers(
  { db, editions }: { db: Db; editions: Editions },
  response: LockedResponse,
  { given, by, completes, wantsNote, refuse }: AnswersChange,
): Promise<Changed | null> {
  const edition = await editions.find(db, response.surveyId, response.edition);
  const questions = edition?.questions ?? [];
  refuse([...findUnknownAnswers(questions, given), ...findForbiddenNa(questions, given)]);
  const { answers, changed, replaced } = putAnswers(response.answers, given);
  if (changed.length === 0 && answers.length === response.answers.length) return null;
  if (wantsNote) refuse(unexplained(questions, given, { answers, changed }));
  const isRevised = replaced.length > 0 || (!completes && changed.length > 0);
  if (isRevised) {
    if (response.revision > mostRevisions) throw tooOften();
    await keepRevision(db, response.id, by);
  }
  const asked =
    by.cause === 'appeal' ? askedBeforeAppeal(questions, response, answers) : response.asked;
  if (asked !== response.asked)
    await db.updateTable('responses').set({ asked }).where('id', '=', response.id).execute();
  const score = await saveAnswers(db, { ...response, asked }, edition, answers);
  return { questions, score, changed, isRevised };
}

/**
 * Returns the given answers that now mark a critical question not applicable without a reason. A
 * note that was stored before is a reason too, and an answer that is not changed is not refused.
 */
function unexplained(
  questions: readonly EditionQuestion[],
  given: readonly GivenAnswer[],
  { answers, changed }: Pick<ReturnType<typeof putAnswers>, 'answers' | 'changed'>,
): UnknownAnswer[] {
  const changedNow = answers.filter(({ questionId }) => changed.includes(questionId));
  return findUnexplainedNa(questions, changedNow).map(({ index, ...found }) => {
    const questionId = changedNow[index]?.questionId;
    return { ...found, index: given.findIndex((one) => one.questionId === questionId) };
  });
}

type Scored = Pick<LockedResponse, 'id' | 'clientId' | 'reviewReasons' | 'asked' | 'files'>;

/** Stores these answers in the response, with their score and the review reasons that follow from them. */
export async function saveAnswers(
  db: Db,
  { id, clientId, asked, files, ...response }: Scored,
  edition: Pick<KeptEdition, 'questions' | 'rules'> | null,
  answers: readonly GivenAnswer[],
): Promise<ResponseScore> {
  const { questions = [], rules } = edition ?? {};
  const score = scoreResponse(questions, answers, { rules, asked });
  const named = { answers: score.answers, asked, findings: score.findings, files };
  const isLacking = await lacksEvidenceNow(db, clientId, questions, named);
  const reviewReasons = withFound(response.reviewReasons, [
    ...score.naReasons,
    ...(isIncomplete(questions, answers, asked) ? (['incomplete'] as const) : []),
    ...(isLacking ? (['evidence-missing'] as const) : []),
  ]);
  await saveScore(db, id, score, reviewReasons);
  return score;
}

/** The reasons that follow from the answers, so that a correction can add and remove them. */
const inAnswers: readonly ReviewReason[] = [
  'na-not-allowed',
  'many-not-applicable',
  'incomplete',
  'evidence-missing',
];

/** Returns the reasons, with those that follow from the answers replaced by `found`. */
export function withFound(
  reasons: readonly ReviewReason[],
  found: readonly ReviewReason[],
): ReviewReason[] {
  return [...reasons.filter((reason) => !inAnswers.includes(reason)), ...found];
}

/** Stores the answers of a response, with their score and the review reasons. */
export async function saveScore(
  db: Db,
  id: number,
  score: ResponseScore,
  reviewReasons: ReviewReason[],
): Promise<void> {
  await db
    .updateTable('responses')
    .set({
      ...scoreValues(score),
      marks: marksOf(score),
      reviewReasons,
    })
    .where('id', '=', id)
    .execute();
}
