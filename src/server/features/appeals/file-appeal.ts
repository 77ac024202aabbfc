import type { z } from 'zod';

import { mostAppeals } from '#domain/appeals/appeal.ts';
import { notApplicable } from '#domain/appeals/claim.ts';
import type { appealInputSchema } from '#domain/appeals/appeal-input.ts';
import { appealsUntil, isInTime } from '#domain/appeals/deadline.ts';
import { notAllowed } from '#domain/scoring/not-applicable.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import { standingsOf } from '#domain/scoring/standing.ts';
import type { AppealReader } from '#server/db/appeals.ts';
import { lockResponse, type LockedResponse } from '#server/db/change-answers.ts';
import { requireApproved } from '#server/db/round-lock.ts';
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
  const { clientId, responseId, questionId, claim } = input;
  const response = await lockResponse(db, scope, responseId);
  if (!response) throw notFound('The response');
  const wantedId = input.wanted === notApplicable ? null : input.wanted;
  const known = await queries.findByClientId(db, clientId);
  if (known) {
    const isSame =
      known.responseId === responseId &&
      known.questionId === questionId &&
      known.wantedId === wantedId &&
      known.claim === claim &&
      known.filedById === (by.kind === 'person' ? by.id : null) &&
      known.filedByContactId === (by.kind === 'contact' ? by.id : null);
    if (isSame) return { id: known.id, recorded: null };
    throw new ProblemError('same-key-other-content', 'Another appeal is stored under this id.');
  }
  await requireTime(filer, response);
  const number = await requireWanted(filer, response, { questionId, wantedId });
  const former = await queries.listStatuses(db, responseId);
  if (former.some((one) => one.questionId === questionId && one.status === 'open'))
    throw new ProblemError('conflict', 'This question has an open appeal already.');
  if (former.length >= mostAppeals)
    throw new ProblemError(
      'conflict',
      `This response has ${mostAppeals} appeals, and takes no more.`,
    );
  const values = { clientId, responseId, questionId, wantedId, claim };
  const id = await queries.insertAppeal(db, values, by);
  const { hotelId, hotelName } = response;
  return { id, recorded: { responseId, hotelId, hotelName, number } };
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

type Wanted = { questionId: number; wantedId: number | null };

/**
 * Throws, with the field, when the appeal wants what this question does not allow. Returns the question's
 * number.
 */
async function requireWanted(
  { deps, db }: Filer,
  { surveyId, edition: number, answers, asked }: LockedResponse,
  { questionId, wantedId }: Wanted,
): Promise<number> {
  const edition = await deps.editions.find(db, surveyId, number);
  const questions = edition?.questions ?? [];
  const place = questions.findIndex(({ id }) => id === questionId);
  const question = questions[place];
  if (!question) throw invalid('questionId', 'This survey has no such question');
  const standing = standingsOf(questions, answers, asked)[place];
  if (standing === 'hidden' || standing === 'not-asked')
    throw invalid('questionId', 'This question was not asked');
  if (standing === 'waived') throw invalid('questionId', 'This question is waived');
  if (questionMaximum(question) === null)
    throw invalid('questionId', 'This question is not scored, so there is nothing to appeal');
  if (wantedId === null && !question.allowNa) throw invalid('wanted', notAllowed);
  if (wantedId !== null && !question.answers.some(({ id }) => id === wantedId))
    throw invalid('wanted', 'This question has no such answer');
  const given = answers.find((one) => one.questionId === questionId);
  const isGiven =
    wantedId === null
      ? given?.notApplicable === true
      : given?.notApplicable !== true && given?.answerId === wantedId;
  if (isGiven) throw invalid('wanted', 'This is the answer already');
  return place + 1;
}
