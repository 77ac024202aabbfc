import { sql } from 'kysely';
import type { z } from 'zod';

import type { Person, Scope } from '#domain/people/person.ts';
import {
  mostReviewRemarks,
  type remarkInputSchema,
  type ResponseReview,
} from '#domain/rounds/review.ts';
import { namePerson } from '#server/db/people/person-name.ts';
import { findUserAt } from '#server/db/people/users-at.ts';
import { refuseLocked } from '#server/db/rounds/round-lock.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

/** The person who reviews a response, the response, and the transaction to do it in. */
export type Reviewer = {
  deps: Pick<Deps, 'config' | 'editions'>;
  db: Db;
  person: Person;
  scope: Scope;
  /** The response's id. */
  id: number;
};

/** The response when something changed; null when the same was done before. */
type Done = queries.LockedResponse | null;

/** Stores a remark once. The lock of the response keeps its number within the limit. */
export async function addRemark(
  reviewer: Reviewer,
  { clientId, questionId, text }: z.output<typeof remarkInputSchema>,
): Promise<Done> {
  const { deps, db, person, id } = reviewer;
  const response = await lock(reviewer);
  const known = await queries.findRemark(db, clientId);
  if (known) {
    const isSame = known.responseId === id && known.authorId === person.id && known.text === text;
    if (isSame && known.questionId === questionId) return null;
    throw new ProblemError('same-key-other-content', 'Another remark is stored under this id.');
  }
  await refuseLocked(db, response.roundId, deps.config.timeZone);
  const edition = await deps.editions.find(db, response.surveyId, response.edition);
  if (questionId !== null && !edition?.questions.some((one) => one.id === questionId))
    throw invalid('questionId', 'This survey has no such question');
  if ((await queries.listRemarks(db, [id])).length >= mostReviewRemarks)
    throw new ProblemError(
      'conflict',
      `This response has ${mostReviewRemarks} remarks, and takes no more.`,
    );
  await db
    .insertInto('reviewRemarks')
    .values({
      ...{ clientId, responseId: id, questionId, text },
      ...{ author: person.name, authorId: person.id },
    })
    .execute();
  return response;
}

/** Resolves a remark, or opens it again. A returned response with no open remark is taken back. */
export async function changeRemark(
  reviewer: Reviewer,
  remarkId: number,
  resolved: boolean,
): Promise<Done> {
  const { deps, db, id } = reviewer;
  const response = await lock(reviewer);
  const remark = (await queries.listRemarks(db, [id])).find((one) => one.id === remarkId);
  if (!remark) throw notFound('The remark');
  if ((remark.resolvedAt !== null) === resolved) return null;
  await refuseLocked(db, response.roundId, deps.config.timeZone);
  await db
    .updateTable('reviewRemarks')
    .set({ resolvedAt: resolved ? sql<string>`now()` : null })
    .where('id', '=', remarkId)
    .execute();
  if (response.returnedAt !== null && !(await hasOpenRemark(db, id)))
    await db
      .updateTable('responses')
      .set({ returnedAt: null, returnedById: null })
      .where('id', '=', id)
      .execute();
  return response;
}

/** Returns the response to its sender, who is to correct it. Meanwhile it still counts. */
export async function returnResponse(
  reviewer: Reviewer,
): Promise<{ response: queries.LockedResponse; sender: string } | null> {
  const { deps, db, person, id } = reviewer;
  const response = await lock(reviewer);
  await refuseLocked(db, response.roundId, deps.config.timeZone);
  if (response.returnedAt !== null) {
    if (response.returnedById === person.id) return null;
    const name = await namePerson(db, response.returnedById);
    throw new ProblemError('changed-meanwhile', `${name} has returned this response already.`);
  }
  if (response.contactId !== null)
    throw new ProblemError(
      'conflict',
      'The hotel sent this response by link and cannot correct it. An Admin can correct it.',
    );
  const sender = await findSender(db, response);
  if (sender === undefined)
    throw new ProblemError(
      'conflict',
      'Whoever sent this response has left or does not see the hotel any more, so nobody has it to correct. An Admin can correct it.',
    );
  if (!(await hasOpenRemark(db, id)))
    throw new ProblemError(
      'conflict',
      'Write a remark first. It tells the sender what to correct.',
    );
  await db
    .updateTable('responses')
    .set({ returnedAt: sql<string>`now()`, returnedById: person.id })
    .where('id', '=', id)
    .execute();
  return { response, sender };
}

/** Returns the name of the response's sender; undefined when they cannot sign in or do not see the hotel any more. */
async function findSender(
  db: Db,
  { hotelId, userId }: queries.LockedResponse,
): Promise<string | undefined> {
  return hotelId === null || userId === null ? undefined : findUserAt(db, hotelId, userId);
}

async function lock({ db, scope, id }: Reviewer): Promise<queries.LockedResponse> {
  const response = await queries.lockResponse(db, scope, id);
  if (!response) throw notFound('The response');
  return response;
}

async function hasOpenRemark(db: Db, id: number): Promise<boolean> {
  const remarks = await queries.listRemarks(db, [id]);
  return remarks.some(({ resolvedAt }) => resolvedAt === null);
}

/** Returns the response's remarks, and whether its sender is to correct it. */
export async function readReview(db: Db, id: number): Promise<ResponseReview> {
  const { returnedAt, returnedBy } = await db
    .selectFrom('responses as response')
    .leftJoin('systemUsers as returner', 'returner.id', 'response.returnedById')
    .select(['response.returnedAt', 'returner.name as returnedBy'])
    .where('response.id', '=', id)
    .executeTakeFirstOrThrow();
  return { responseId: id, remarks: await queries.listRemarks(db, [id]), returnedAt, returnedBy };
}
