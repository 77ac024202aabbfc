import { sql } from 'kysely';

import {
  mostSurveysByLink,
  whyNoAnswers,
  type LinkProgress,
  type LinkSurvey,
  type SelfAssessment,
} from '#domain/contacts/interview-by-link.ts';
import {
  isDealtWith,
  percentNow,
  placesAsked,
  standingsNow,
} from '#domain/interviews/asked-now.ts';
import type { RoundStatus } from '#domain/rounds/round.ts';
import { questionsAt, type InterviewQuestion } from '#domain/waivers/asked-with-waivers.ts';
import { heldWaivers } from '#domain/waivers/waiver.ts';
import type { Deps } from '#server/deps.ts';
import { shownStatus } from '#server/db/rounds/approved.ts';
import { readWaivers } from '#server/db/rounds/kept-waivers.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import type { Editions, KeptEdition } from './editions.ts';

/** A contact whose link opens a round. */
type Holder = { id: number; roundId: number };

type SelfRound = { hotelId: number; status: RoundStatus; surveyIds: number[] | null };

/** Returns the round of a link if the hotel assesses itself in it. */
export function findSelfRound(db: Db, { roundId }: Holder): Promise<SelfRound | undefined> {
  return db
    .selectFrom('rounds as round')
    .select(['round.hotelId', 'round.surveyIds', shownStatus.as('status')])
    .where('round.id', '=', roundId)
    .where('round.kind', '=', 'self')
    .executeTakeFirst();
}

/** Selects the interviews that a contact has begun in the round of their link. */
export function selectOwn(db: Db, { id, roundId }: Holder) {
  return db
    .selectFrom('selfAssessments as self')
    .select(['self.clientId', 'self.surveyId', 'self.edition', 'self.version'])
    .select(['self.progress', 'self.answeredAt', 'self.remarks', 'self.remarkedAt'])
    .select(['self.notes', 'self.startedAt'])
    .where('self.contactId', '=', id)
    .where('self.roundId', '=', roundId);
}

/** Returns the interviews that a contact has begun, with whether and when each was completed. */
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

/**
 * Returns the progress of each hotel contact who assesses the hotel by link and has not completed the interview.
 * Until then, nobody else sees what they answered.
 */
export async function listUnderWay(
  { deps, db }: { deps: Pick<Deps, 'config' | 'editions' | 'now'>; db: Db },
  { id, hotelId }: { id: number; hotelId: number },
): Promise<LinkProgress[]> {
  const rows = await db
    .selectFrom('selfAssessments as self')
    .innerJoin('hotelContacts as contact', 'contact.id', 'self.contactId')
    .innerJoin('surveys as survey', 'survey.id', 'self.surveyId')
    .select(['contact.name', 'survey.title as surveyTitle', 'self.surveyId', 'self.edition'])
    .select(['self.progress', 'self.answeredAt', 'self.remarkedAt', 'self.startedAt'])
    .where('self.roundId', '=', id)
    .where('contact.isActive', '=', true)
    .where(
      sql<boolean>`not exists (select from responses response where response.client_id = self.client_id)
        and not exists (select from tombstones gone
          where gone.kind = 'response' and gone.client_id = self.client_id)`,
    )
    .orderBy('self.id')
    .limit(mostSurveysByLink)
    .execute();
  if (rows.length === 0) return [];
  const now = deps.now();
  const waivers = await waiversOn({ deps, db }, hotelId, now);
  return Promise.all(
    rows.map(async ({ name, surveyTitle, progress, startedAt, ...row }): Promise<LinkProgress> => {
      const edition = await deps.editions.find(db, row.surveyId, row.edition);
      const questions = edition ? questionsAt({ edition, waivers }, now) : [];
      const standings = standingsNow(questions, progress);
      const asked = placesAsked(standings);
      const moments = [...Object.values(row.answeredAt), ...Object.values(row.remarkedAt)];
      const changed = Math.min(now, Math.max(Date.parse(startedAt), ...moments));
      return {
        ...{ name, surveyTitle, questions: asked.length },
        answered: asked.filter((place) => isDealtWith(standings[place])).length,
        changedAt: new Date(changed).toISOString(),
      };
    }),
  );
}

/**
 * Returns the questions of the edition, with the waivers of the hotel that are in force at a moment: now, or
 * when an interview was completed that arrives later.
 */
export async function questionsNow(
  parts: WaiverParts,
  hotelId: number,
  edition: KeptEdition,
  at = parts.deps.now(),
): Promise<readonly InterviewQuestion[]> {
  return questionsAt({ edition, waivers: await waiversOn(parts, hotelId, at) }, at);
}

type WaiverParts = { deps: Pick<Deps, 'config' | 'now'>; db: Db };

async function waiversOn({ deps, db }: WaiverParts, hotelId: number, at: number) {
  const kept = (await readWaivers(db, hotelId)).waivers.map((waiver) => {
    const isRevokedLater = waiver.revokedAt !== null && at < Date.parse(waiver.revokedAt);
    return isRevokedLater ? { ...waiver, revokedAt: null } : waiver;
  });
  return kept.length === 0 ? [] : heldWaivers(kept, at, deps.config.timeZone);
}
