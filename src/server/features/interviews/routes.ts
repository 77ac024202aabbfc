import { randomUUID } from 'node:crypto';

import { z } from 'zod';

import { idParams, idSchema } from '#domain/identity.ts';
import { findMisfits } from '#domain/interviews/check-progress.ts';
import { mergeNotes } from '#domain/interviews/merge-notes.ts';
import { mergeProgress, type ArrivingProgress } from '#domain/interviews/progress.ts';
import {
  sessionChangeSchema,
  sessionDeletedSchema,
  sessionInputSchema,
  sessionSchema,
  sessionsQuerySchema,
  type InterviewSession,
} from '#domain/interviews/session.ts';
import { stampProgress } from '#domain/interviews/stamp-progress.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { longestWait } from '#domain/responses/check-times.ts';
import type { Edition, EditionQuestion } from '#domain/surveys/edition.ts';
import { nothingToAsk } from '#domain/surveys/survey.ts';
import { editionAskedNow } from '#server/db/responses/asked-edition.ts';
import { findSurvey } from '#server/db/responses/editions.ts';
import { hotelInScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { defineRoute } from '#server/http/route.ts';
import { defineSharedRead } from '#server/http/shared-read.ts';
import { partsOfList, streamsListOf } from '#server/http/stream-list.ts';
import { alreadyCompleted } from '#server/already-completed.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import { withAskedNow } from './asked-so-far.ts';
import { presentSession } from './present.ts';
import * as queries from './queries.ts';

const asListed = (session: InterviewSession) => session;
const streamSessions = streamsListOf(sessionSchema, asListed);
const partsOfSessions = partsOfList(sessionSchema, asListed);

const ofHotel = defineRoute({
  method: 'GET',
  path: '/api/interview-sessions/hotel/{hotelId}',
  summary: "A hotel's interviews, the latest first",
  who: 'interviews.conduct',
  params: z.object({ hotelId: idSchema.describe('The `id` of the hotel.') }),
  answer: z.array(sessionSchema),
  run: async ({ deps, db, scope, params, reply }) => {
    if (!(await hotelInScope(db, scope, params.hotelId))) throw notFound('The hotel');
    const { sessions } = await queries.listSessions(deps.reports, scope, params);
    return streamSessions(reply, withAskedNow(deps, sessions));
  },
});

const all = defineSharedRead({
  path: '/api/interview-sessions/all',
  summary: 'All interviews within scope, the latest first',
  who: 'interviews.conduct',
  query: sessionsQuerySchema,
  answer: z.array(sessionSchema),
  run: async ({ deps, scope, query }) => {
    const { isShort, sessions } = await queries.listSessions(deps.reports, scope, query);
    const parts = partsOfSessions(withAskedNow(deps, sessions));
    return { json: { parts, isShort } };
  },
});

const start = defineRoute({
  method: 'POST',
  path: '/api/interview-sessions',
  summary: 'Start an interview; sent again with the same clientId, the first one is returned',
  who: 'interviews.conduct',
  audit: 'interview.started',
  repeat: 'request-key',
  body: sessionInputSchema,
  answer: sessionSchema,
  status: 201,
  refuses: {
    404: 'There is no such hotel in the caller’s scope, or no such survey.',
    409: "The `clientId` is somebody else's, or the survey is archived and no edition is named.",
    410: 'The interview was abandoned.',
  },
  run: async ({ deps, db, person, scope, body, reply, record }) => {
    const { edition, progress, answeredAt, remarks, remarkedAt, startedAt, ...fields } = body;
    const clientId = body.clientId ?? randomUUID();
    if (!(await hotelInScope(db, scope, body.hotelId))) throw notFound('The hotel');
    const asked = await editionToAsk(deps, db, body.surveyId, edition);
    requireFits(asked.questions, body);
    const empty = { progress: {}, answeredAt: {} };
    const now = deps.now();
    const id = await queries.insertSession(db, {
      ...fields,
      ...stampProgress(empty, { progress, answeredAt, remarks, remarkedAt }, now),
      clientId,
      edition: asked.number,
      userId: person.id,
      startedAt: believedStart(startedAt, now),
    });
    if (id !== undefined) {
      // A deletion of the survey at the same time has ended by now: storing the session waited for it.
      await requireSurvey(db, body.surveyId);
      await record(id, { hotelId: body.hotelId, surveyId: body.surveyId });
      return presentSession(await existing(db, scope, id));
    }
    void reply.code(200);
    return presentSession(await firstOne(db, scope, clientId, person));
  },
});

/**
 * Returns the edition that a new session asks: the one that the device names, or else the active
 * survey's current edition.
 */
async function editionToAsk(
  { editions }: Pick<Deps, 'editions'>,
  db: Db,
  surveyId: number,
  named: number | undefined,
): Promise<Edition> {
  const survey = await requireSurvey(db, surveyId);
  const number = named ?? editionAskedNow(survey, 'interviews');
  const edition = await editions.find(db, surveyId, number);
  if (!edition) throw invalid('edition', 'The survey has no such edition');
  if (edition.questions.length === 0) throw invalid('surveyId', nothingToAsk);
  return edition;
}

async function requireSurvey(db: Db, surveyId: number) {
  const survey = await findSurvey(db, surveyId);
  if (!survey) throw notFound('The survey');
  return survey;
}

/** Throws when an answer or a note does not belong to a question of the session's edition. */
function requireFits(
  questions: readonly EditionQuestion[],
  { progress = {}, remarks }: ArrivingProgress,
): void {
  const errors = findMisfits(questions, progress, remarks);
  if (errors.length > 0)
    throw new ProblemError('invalid-input', 'An answer does not belong to what is asked.', {
      errors,
    });
}

/**
 * Returns the session that an earlier call stored under this client id. Throws when that session is
 * somebody else's.
 */
async function firstOne(db: Db, scope: Scope, clientId: string, person: Person) {
  const first = await queries.findSessionByClientId(db, clientId);
  if (!first || first.userId !== person.id)
    throw new ProblemError('conflict', 'This interview is already stored.');
  return existing(db, scope, first.id);
}

async function existing(db: Db, scope: Scope, id: number) {
  const session = await queries.findSession(db, scope, id);
  if (!session) throw notFound('The interview');
  return session;
}

/**
 * Returns the moment that the device claims. It is now where the claim is in the future, or longer ago than
 * any response waits: then the device's clock is wrong.
 */
function believedStart(claimed: string | undefined, now: number): string {
  const at = claimed === undefined ? now : Date.parse(claimed);
  return new Date(at > now - longestWait ? Math.min(at, now) : now).toISOString();
}

const update = defineRoute({
  method: 'PUT',
  path: '/api/interview-sessions/{id}',
  summary:
    'Save progress, joined question by question with the stored progress; or complete the interview',
  who: 'interviews.conduct',
  audit: 'interview.completed',
  repeat: 'own',
  params: idParams,
  body: sessionChangeSchema,
  answer: sessionSchema,
  refuses: {
    409: 'The interview is completed: it takes no more changes.',
  },
  run: async ({ deps, db, scope, params, body, record }) => {
    const stored = await queries.lockSession(db, scope, params.id);
    if (!stored) throw notFound('The interview');
    if (stored.status === 'completed') {
      // Completing a completed interview changes nothing. Any other change would rewrite what was
      // handed in.
      if (body.status !== 'completed')
        throw alreadyCompleted(await queries.findCompletion(db, stored), 'It cannot be changed.');
      return presentSession(await existing(db, scope, params.id));
    }
    const asked = await deps.editions.find(db, stored.surveyId, stored.edition);
    requireFits(asked?.questions ?? [], body);
    await queries.updateSession(db, params.id, {
      ...mergeProgress(stored, stampProgress(stored, body, deps.now())),
      currentQuestionIndex: body.currentQuestionIndex ?? stored.currentQuestionIndex,
      notes: mergeNotes(body.notesBase ?? stored.notes, body.notes ?? stored.notes, stored.notes),
      status: body.status ?? stored.status,
    });
    // Saving progress is not an audit event: it happens many times a minute.
    if (body.status === 'completed')
      await record(stored.id, { hotelId: stored.hotelId, surveyId: stored.surveyId });
    return presentSession(await existing(db, scope, params.id));
  },
});

const abandon = defineRoute({
  method: 'DELETE',
  path: '/api/interview-sessions/{id}',
  summary: 'Abandon an interview',
  who: 'interviews.conduct',
  audit: 'interview.abandoned',
  repeat: 'own',
  params: idParams,
  answer: sessionDeletedSchema,
  refuses: {
    409: 'The interview is completed: it cannot be abandoned.',
  },
  run: async ({ deps, db, person, scope, params, record, afterwards }) => {
    const stored = await queries.lockSession(db, scope, params.id);
    if (!stored) throw notFound('The interview');
    if (stored.status === 'completed')
      throw alreadyCompleted(await queries.findCompletion(db, stored), 'It cannot be abandoned.');
    afterwards(() => deps.deletions.note());
    await queries.deleteSession(db, stored, person.id);
    await record(stored.id, { hotelId: stored.hotelId, surveyId: stored.surveyId });
    return { clientId: stored.clientId, isDeleted: true as const };
  },
});

export const interviewRoutes = [ofHotel, all, start, update, abandon];
