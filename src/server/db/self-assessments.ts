import { sql } from 'kysely';

import {
  mostSurveysByLink,
  whyNoAnswers,
  type LinkSurvey,
  type SelfAssessment,
} from '#domain/contacts/interview-by-link.ts';
import { percentNow, standingsNow } from '#domain/interviews/asked-now.ts';
import type { RoundStatus } from '#domain/rounds/round.ts';
import { toldStatus } from './approved.ts';
import type { Editions } from './editions.ts';
import type { Db } from './transaction.ts';

/** A contact whose link opens a round. */
type Holder = { id: number; roundId: number };

type SelfRound = { hotelId: number; status: RoundStatus; surveyIds: number[] | null };

/** Returns the round of a link where the hotel assesses itself in it. */
export function findSelfRound(db: Db, { roundId }: Holder): Promise<SelfRound | undefined> {
  return db
    .selectFrom('rounds as round')
    .select(['round.hotelId', 'round.surveyIds', toldStatus.as('status')])
    .where('round.id', '=', roundId)
    .where('round.kind', '=', 'self')
    .executeTakeFirst();
}

/** Returns what a contact has begun in the round of their link. */
export function selectOwn(db: Db, { id, roundId }: Holder) {
  return db
    .selectFrom('selfAssessments as self')
    .select(['self.clientId', 'self.surveyId', 'self.edition', 'self.version'])
    .select(['self.progress', 'self.answeredAt', 'self.remarks', 'self.remarkedAt'])
    .select(['self.notes', 'self.startedAt'])
    .where('self.contactId', '=', id)
    .where('self.roundId', '=', roundId);
}

/** Returns what a contact has begun, with what became of each. */
function listOwn(db: Db, contact: Holder) {
  return selectOwn(db, contact)
    .innerJoin('surveys as survey', 'survey.id', 'self.surveyId')
    .leftJoin('responses as response', 'response.clientId', 'self.clientId')
    .select(['survey.title', 'response.completedAt'])
    .select(
      sql<boolean>`response.id is not null or exists (select from tombstones gone
        where gone.kind = 'response' and gone.client_id = self.client_id)`.as('isCompleted'),
    )
    .orderBy('self.id')
    .execute();
}

/** Returns the surveys that a contact can begin in the round, by title. */
export function listSurveysToBegin(db: Db, { surveyIds }: Pick<SelfRound, 'surveyIds'>) {
  let query = db
    .selectFrom('surveys as survey')
    .innerJoin('surveyEditions as edition', (join) =>
      join
        .onRef('edition.surveyId', '=', 'survey.id')
        .onRef('edition.number', '=', 'survey.edition'),
    )
    .select(['survey.id as surveyId', 'survey.title', 'edition.number', 'edition.questionCount'])
    .where('survey.status', '=', 'active')
    .where('survey.deletedAt', 'is', null)
    .where('edition.questionCount', '>', 0);
  if (surveyIds) query = query.where('survey.id', '=', sql<number>`any(${surveyIds})`);
  return query.orderBy('survey.title').orderBy('survey.id').limit(mostSurveysByLink).execute();
}

type Reader = { deps: { editions: Editions }; db: Db };

/**
 * Returns the self-assessment of a link: what its contact has begun, and what they can begin. Null where
 * the round is of another kind.
 */
export async function readSelfAssessment(
  { deps, db }: Reader,
  contact: Holder,
): Promise<SelfAssessment | null> {
  const round = await findSelfRound(db, contact);
  if (!round) return null;
  const [own, open] = [await listOwn(db, contact), await listSurveysToBegin(db, round)];
  const closed = whyNoAnswers(round.status);
  const begun = await Promise.all(
    own.map(async (one): Promise<LinkSurvey> => {
      const { clientId, surveyId, title, completedAt, isCompleted, progress } = one;
      const edition = await deps.editions.find(db, surveyId, one.edition);
      const questions = edition?.questions ?? [];
      return {
        ...{ clientId, surveyId, title, completedAt, questionCount: questions.length },
        state: isCompleted ? 'completed' : 'begun',
        percent: isCompleted ? 100 : percentNow(standingsNow(questions, progress)),
      };
    }),
  );
  const others = open
    .filter(({ surveyId }) => !own.some((one) => one.surveyId === surveyId))
    .map(({ surveyId, title, questionCount }) => ({
      ...{ surveyId, title, questionCount, state: 'new' as const },
      ...{ clientId: null, percent: 0, completedAt: null },
    }));
  return { closed, surveys: [...begun, ...(closed === null ? others : [])] };
}
