import type { Changes } from '#domain/audit/changes.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { plural } from '#domain/plural.ts';
import { changesOf } from '#domain/responses/correct.ts';
import { correctionRight } from '#domain/responses/correction.ts';
import type { ResponseScore } from '#domain/scoring/score-response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import {
  changeAnswers,
  keepWhatItNames,
  lockResponse,
  type Changed,
  type LockedResponse,
} from '#server/db/responses/change-answers.ts';
import * as revisions from '#server/db/responses/revisions.ts';
import { requireUnused } from '#server/db/plans/used-ids.ts';
import { findPersonName } from '#server/db/people/person-name.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import { refuseLocked } from '#server/db/rounds/round-lock.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import { refuseAnswers } from './refuse-answers.ts';

/** The person who corrects, and the transaction to do it in. */
type Corrector = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: Person;
  scope: Scope;
};
type Correction = {
  responseId: number;
  clientId?: string | undefined;
  /** Empty when no reason was given. */
  reason: string;
  given: readonly GivenAnswer[];
  /** Returns the path of an answer's field in the request body. */
  pathOf: (index: number, field: string) => string;
};

/**
 * Puts answers into a stored response, all of them or none, and recomputes totals and review
 * reasons. This is the only way in which a stored answer changes (rule 42):
 *
 * | the question was | by the sender, within the hours      | by an Admin, with a reason |
 * | ---------------- | ------------------------------------ | -------------------------- |
 * | answered         | a correction                         | a correction               |
 * | not answered     | completed: no revision               | a correction               |
 *
 * A correction keeps the former content as a revision. An answer equal to the stored one changes
 * nothing and leaves no trace. The row stays locked until the transaction ends, so that concurrent
 * corrections follow one another, and each keeps what the one before it stored.
 *
 * Returns the answers as they are now.
 */
export async function correctResponse(
  corrector: Corrector,
  correction: Correction,
): Promise<ResponseScore['answers']> {
  const { deps, db, person, scope } = corrector;
  const { responseId, clientId, reason, given, pathOf } = correction;
  await keepWhatItNames(db, responseId);
  const response = await lockResponse(db, scope, responseId);
  if (!response) throw notFound('The response');
  if (clientId !== undefined && (await wasSent(corrector, responseId, clientId)))
    return response.answers;
  if (clientId !== undefined) await requireUnused(db, clientId);
  await refuseLocked(db, response.roundId, deps.config.timeZone);

  const right = await requireRight(corrector, response, reason);
  const done = await changeAnswers({ db, editions: deps.editions }, response, {
    given,
    by: { clientId, byId: person.id, reason },
    completes: right === 'own',
    wantsNote: true,
    refuse: (found) => refuseAnswers(found, pathOf),
  });
  if (!done) return response.answers;
  if (done.changed.length > 0) await record(corrector, response, done);
  return done.score.answers;
}

/**
 * True when this very correction is already stored. Throws when another correction has its client
 * id.
 */
async function wasSent({ db, person }: Corrector, responseId: number, clientId: string) {
  const stored = await revisions.findByClientId(db, clientId);
  if (stored && (stored.responseId !== responseId || stored.byId !== person.id))
    throw new ProblemError(
      'same-key-other-content',
      'Another correction is stored under this client id.',
    );
  return stored !== undefined;
}

async function requireRight(
  { deps, db, person }: Corrector,
  response: LockedResponse,
  reason: string,
) {
  const hours = deps.config.correctionHours;
  const right = correctionRight(person, response, { now: deps.now(), hours });
  if (right === 'no') throw await notAllowed(db, person, response, hours);
  if (right === 'with-reason' && reason === '')
    throw invalid('reason', 'Please give a reason for the correction');
  return right;
}

/** Returns an error that says who may correct the response. */
async function notAllowed(db: Db, person: Person, { userId }: LockedResponse, hours: number) {
  const time = `${hours} ${plural(hours, 'hour')}`;
  const sender = hours > 0 ? await findPersonName(db, userId) : undefined;
  const words =
    sender === undefined
      ? 'Only an Admin can correct this response, with a reason.'
      : userId === person.id
        ? `You could correct this response for ${time} after it arrived. An Admin can still correct it, with a reason.`
        : `${sender} sent this response and can correct it for ${time} after it arrived. An Admin can correct it at any time, with a reason.`;
  return new ProblemError('not-allowed', words);
}

/**
 * Records the points before and after, by question number. The text of an answer is never recorded.
 */
async function record(
  { db, person }: Corrector,
  { id, surveyId, hotelId, hotelName, totalScore, answers }: LockedResponse,
  { questions, score, isRevised }: Changed,
): Promise<void> {
  const changes: Changes = {};
  for (const { number, from, to } of changesOf(questions, answers, score.answers))
    if (to.score === null) changes[`question ${number}`] = null;
    else changes[`question ${number}, points`] = { from: from.score, to: to.score };
  await recordEvent(db, person, isRevised ? 'response.corrected' : 'response.answered', id, {
    surveyId,
    hotelId,
    hotelName,
    pointsBefore: totalScore,
    pointsAfter: score.totalScore,
    maxScore: score.maxScore,
    changes,
  });
}
