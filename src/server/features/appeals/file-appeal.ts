import type { z } from 'zod';

import { mostAppeals } from '#domain/appeals/appeal.ts';
import { notApplicable } from '#domain/appeals/claim.ts';
import type { appealInputSchema } from '#domain/appeals/appeal-input.ts';
import { appealsUntil, isInTime } from '#domain/appeals/deadline.ts';
import { notAllowed } from '#domain/scoring/not-applicable.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { standingsOf, type Standing } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { AppealReader } from '#server/db/responses/appeals.ts';
import {
  keepWhatItNames,
  lockResponse,
  type LockedResponse,
} from '#server/db/responses/change-answers.ts';
import { requireApproved } from '#server/db/rounds/round-lock.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

const inWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

type Input = z.output<typeof appealInputSchema>;

/** Who files an appeal, and of which responses. */
export type Filer = Omit<AppealReader, 'person'> & { by: queries.FiledBy };

/** What the audit trail stores of an appeal; null when the same appeal was stored before. */
type Filed = {
  id: number;
  recorded: {
    responseId: number;
    hotelId: number | null;
    hotelName: string;
    number: number;
  } | null;
};

/**
 * Stores an appeal once (rule 108). The lock of the response lets one appeal of a question through, and
 * the lock of the round keeps it approved until the appeal is stored.
 */
export async function fileAppeal(filer: Filer, input: Input): Promise<Filed> {
  const { db, by, scope } = filer;
  const { clientId, responseId, questionId, claim, wanted } = input;
  const wantedId = wanted === notApplicable ? null : wanted;
  const appeal = { clientId, responseId, questionId, wantedId, claim };

  await keepWhatItNames(db, responseId);
  const response = await lockResponse(db, scope, responseId);
  if (!response) throw notFound('The response');
  const storedId = await findStored(db, by, appeal);
  if (storedId !== null) return { id: storedId, recorded: null };

  await requireTime(filer, response);
  const number = await requireWanted(filer, response, appeal);
  await requireNoOther(db, appeal);
  const id = await queries.insertAppeal(db, appeal, by);
  const { hotelId, hotelName } = response;
  return { id, recorded: { responseId, hotelId, hotelName, number } };
}

/**
 * Returns the id of this same appeal when it is stored already; null when nothing is. Throws when another appeal is
 * stored under its client id.
 */
async function findStored(
  db: Db,
  by: queries.FiledBy,
  appeal: queries.NewAppeal,
): Promise<number | null> {
  const stored = await queries.findByClientId(db, appeal.clientId);
  if (!stored) return null;
  const isSame =
    stored.responseId === appeal.responseId &&
    stored.questionId === appeal.questionId &&
    stored.wantedId === appeal.wantedId &&
    stored.claim === appeal.claim &&
    stored.filedById === (by.kind === 'person' ? by.id : null) &&
    stored.filedByContactId === (by.kind === 'contact' ? by.id : null);
  if (isSame) return stored.id;
  throw new ProblemError('same-key-other-content', 'Another appeal is stored under this id.');
}

/** Throws unless the round is approved, and its last day for appeals is not over by the server's clock. */
async function requireTime({ deps, db }: Filer, { roundId }: LockedResponse) {
  const { appealDays: days, timeZone } = deps.config;
  const { approvedAt } = await requireApproved(
    db,
    roundId,
    'Only answers of an approved round can be appealed.',
  );
  const until = appealsUntil(approvedAt, { days, timeZone });
  if (until === null) throw new ProblemError('conflict', 'Appeals are switched off here.');
  if (!isInTime(until, deps.now(), timeZone))
    throw new ProblemError(
      'conflict',
      `Appeals could be filed until ${inWords.format(new Date(until))}.`,
    );
}

/**
 * Throws, with the field, when the appeal wants what this question does not allow. Returns the question's
 * number.
 */
async function requireWanted(
  { deps, db }: Filer,
  { surveyId, edition, answers, asked }: LockedResponse,
  { questionId, wantedId }: queries.NewAppeal,
): Promise<number> {
  const questions = (await deps.editions.find(db, surveyId, edition))?.questions ?? [];
  const place = questions.findIndex(({ id }) => id === questionId);
  const question = questions[place];
  if (!question) throw invalid('questionId', 'This survey has no such question');
  requireScored(question, standingsOf(questions, answers, asked)[place]);

  if (wantedId === null && !question.allowNa) throw invalid('wanted', notAllowed);
  if (wantedId !== null && !question.answers.some(({ id }) => id === wantedId))
    throw invalid('wanted', 'This question has no such answer');
  const given = answers.find((one) => one.questionId === questionId);
  if (isGiven(given, wantedId)) throw invalid('wanted', 'This is the answer already');
  return place + 1;
}

/** Throws when the question has no points to win back. */
function requireScored(question: EditionQuestion, standing: Standing | undefined): void {
  if (standing === 'hidden' || standing === 'not-asked')
    throw invalid('questionId', 'This question was not asked');
  if (standing === 'waived') throw invalid('questionId', 'This question is waived');
  if (questionMaximum(question) === null)
    throw invalid('questionId', 'This question is not scored, so there is nothing to appeal');
}

/** True when the answer is the wanted one already. A `wantedId` of null means not applicable. */
function isGiven(given: GivenAnswer | undefined, wantedId: number | null): boolean {
  if (wantedId === null) return given?.notApplicable === true;
  return given?.notApplicable !== true && given?.answerId === wantedId;
}

/** Throws when the question has an open appeal, or the response has as many appeals as it may have. */
async function requireNoOther(
  db: Db,
  { responseId, questionId }: queries.NewAppeal,
): Promise<void> {
  const others = await queries.listStatuses(db, responseId);
  if (others.some((one) => one.questionId === questionId && one.status === 'open'))
    throw new ProblemError('conflict', 'This question has an open appeal already.');
  if (others.length >= mostAppeals)
    throw new ProblemError(
      'conflict',
      `This response has ${mostAppeals} appeals, and takes no more.`,
    );
}
