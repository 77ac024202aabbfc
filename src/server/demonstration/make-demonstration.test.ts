import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { sentenceOf } from '#domain/audit/event-sentence.ts';
import { documentTypes } from '#domain/documents/document.ts';
import { chainScales } from '#domain/hotels/hotel-fields.ts';
import { hotelInputSchema } from '#domain/hotels/hotel.ts';
import { systemUserInputSchema } from '#domain/people/system-user.ts';
import { responseInputSchema } from '#domain/responses/response.ts';
import { findUnknownAnswers, scoreResponse } from '#domain/scoring/score-response.ts';
import { editionContent, editionQuestionSchema } from '#domain/surveys/edition.ts';
import { questionTypes } from '#domain/answers/answer-types.ts';
import { kpeCategories, optionsProblem, questionInputSchema } from '#domain/surveys/question.ts';
import { clientIdField } from '#domain/sync/client-id.ts';
import { mayMoveTo, stages } from '#domain/workflow/stages.ts';
import { keepIn } from '#server/db/connection/populate.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { folderStore } from '#server/files/document-store.ts';
import { verifyPassword } from '#server/passwords.ts';
import { openTestDatabase } from '#test/database/test-database.ts';
import type { Keep } from './documents.ts';
import { makeDemonstration } from './make-demonstration.ts';
import { day } from './moments.ts';
import { demonstrationAccounts } from './people.ts';

const now = Date.parse('2026-03-18T10:30:00Z');
type Made = { db: Db; documentsDir: string; keep: Keep; end: () => Promise<void> };
let made: Made;
const opened: Made[] = [];

async function make(at: number): Promise<Made> {
  const { db, close } = await openTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bellwether-demonstration-'));
  const documentsDir = join(folder, 'documents');
  const keep = keepIn(folderStore(documentsDir), folder);
  await makeDemonstration(db, { now: at, keep });
  const end = async () => {
    await close();
    await rm(folder, { recursive: true });
  };
  const one = { db, documentsDir, keep, end };
  opened.push(one);
  return one;
}

beforeAll(async () => {
  made = await make(now);
});
afterAll(() => Promise.all(opened.map(({ end }) => end())));

/**
 * Returns all that was made, as one value that can be compared. Hashes are left out because of
 * their random salt.
 */
async function everything({ db, documentsDir }: Pick<Made, 'db' | 'documentsDir'>) {
  const users = await db.selectFrom('systemUsers').selectAll().orderBy('id').execute();
  return {
    users: users.map(({ passwordHash: _, ...user }) => user),
    hotels: await db.selectFrom('hotels').selectAll().orderBy('id').execute(),
    assignments: await db
      .selectFrom('assignedHotels')
      .selectAll()
      .orderBy('hotelId')
      .orderBy('userId')
      .execute(),
    surveys: await db.selectFrom('surveys').selectAll().orderBy('id').execute(),
    questions: await db.selectFrom('questions').selectAll().orderBy('id').execute(),
    answers: await db.selectFrom('answers').selectAll().orderBy('id').execute(),
    editions: await db
      .selectFrom('surveyEditions')
      .selectAll()
      .orderBy('surveyId')
      .orderBy('number')
      .execute(),
    sessions: await db.selectFrom('interviewSessions').selectAll().orderBy('id').execute(),
    responses: await db.selectFrom('responses').selectAll().orderBy('id').execute(),
    documents: await db.selectFrom('evaluationDocuments').selectAll().orderBy('id').execute(),
    evidence: await db.selectFrom('evidence').selectAll().orderBy('id').execute(),
    files: (await readdir(documentsDir)).toSorted(),
    actions: await db.selectFrom('actions').selectAll().orderBy('id').execute(),
    actionEvents: await db.selectFrom('actionEvents').selectAll().orderBy('id').execute(),
    events: await db.selectFrom('auditEvents').selectAll().execute(),
  };
}

const distinct = <T>(values: readonly T[]) => new Set(values).size;
const count = (db: Db, table: 'hotels' | 'surveys') =>
  db
    .selectFrom(table)
    .select((make) => make.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
    .then((row) => row.count);

test('the audit trail tells what stands there, in the order in which it came about', async () => {
  const { events, hotels, users, documents, evidence, responses, surveys } = await everything(made);
  const trail = events.toSorted((a, b) => a.id - b.id);
  const moments = trail.map(({ at }) => at);
  expect(moments).toEqual(moments.toSorted());
  expect(moments.at(-1)! <= new Date(now).toISOString()).toBe(true);
  const told = (action: string, id: number) =>
    trail.filter((one) => one.action === action && one.objectId === id);
  for (const { id, stage, createdAt } of hotels) {
    expect(told('hotel.created', id)[0]?.at).toBe(createdAt);
    const moves = told('hotel.stage-changed', id).map(({ details }) => details['to']);
    const way = stages.slice(0, stages.indexOf(stage) + 1);
    // Hotels that have finished are in their second cycle.
    expect(moves).toEqual((stage === 'Disposition' ? [...stages, ...way] : way).slice(1));
  }
  for (const { id, uploadedAt, uploadedById } of documents)
    expect(told('document.uploaded', id)).toMatchObject([
      { at: uploadedAt, actorId: uploadedById },
    ]);
  for (const { id, uploadedAt, takenById } of evidence)
    expect(told('evidence.added', id)).toMatchObject([{ at: uploadedAt, actorId: takenById }]);
  for (const { id, receivedAt, userId } of responses)
    expect(told('response.stored', id)).toMatchObject([{ at: receivedAt, actorId: userId }]);
  for (const { id } of surveys) expect(told('survey.created', id)).toHaveLength(1);
  for (const { id, lastLogin } of users)
    expect(told('user.signed-in', id).at(-1)?.at).toBe(lastLogin);
  for (const event of trail) expect(sentenceOf(event)).not.toMatch(/unknown|None|undefined/);
});

test('every response belongs to the round of its time and stage, and some rounds are approved', async () => {
  const early = 3 * day;
  const { rows } = await sql<{
    stage: string;
    roundStage: string;
    hotelId: number;
    roundHotel: number;
    at: string;
    openedAt: string;
    beganAt: string;
    endedAt: string | null;
    number: number;
  }>`
    select response.hotel_stage as stage, round.stage as round_stage, response.hotel_id,
      round.hotel_id as round_hotel, coalesce(response.started_at, response.completed_at) as at,
      round.opened_at, cycle.began_at, cycle.ended_at, cycle.number
    from responses response
      left join rounds round on round.id = response.round_id
      left join cycles cycle on cycle.id = round.cycle_id`.execute(made.db);
  for (const one of rows) {
    expect([one.roundStage, one.roundHotel]).toEqual([one.stage, one.hotelId]);
    expect(Date.parse(one.at)).toBeGreaterThan(Date.parse(one.openedAt) - early);
    expect(Date.parse(one.at)).toBeGreaterThan(Date.parse(one.beganAt) - early);
    expect(Date.parse(one.at)).toBeLessThan(one.endedAt ? Date.parse(one.endedAt) : now);
  }
  const second = new Set(rows.flatMap(({ number, hotelId }) => (number === 2 ? [hotelId] : [])));
  const first = new Set(rows.flatMap(({ number, hotelId }) => (number === 1 ? [hotelId] : [])));
  expect([...second].filter((id) => first.has(id))).toHaveLength(13);
  const rounds = await made.db.selectFrom('rounds').selectAll().execute();
  expect(rounds.filter(({ status }) => status === 'planned')).toHaveLength(1);
  const approved = rounds.filter(({ approvedAt }) => approvedAt !== null);
  // Four of former cycles, and three whose findings have become actions.
  expect(approved).toHaveLength(7);
  const admin = await made.db
    .selectFrom('systemUsers')
    .select('id')
    .where('email', '=', 'admin@bellwether.example')
    .executeTakeFirstOrThrow();
  for (const { approvedAt, approvedById, openedAt } of approved) {
    expect(approvedById).toBe(admin.id);
    expect(approvedAt! > openedAt! && approvedAt! < new Date(now).toISOString()).toBe(true);
  }
});

test('a few hotels have actions in every state that people bring about, and their histories agree', async () => {
  const { actions, actionEvents, events, users } = await everything(made);
  expect(distinct(actions.map(({ hotelId }) => hotelId))).toBe(3);
  expect(new Set(actions.map(({ status }) => status))).toEqual(
    new Set(['open', 'in-progress', 'done', 'verified']),
  );
  const today = new Date(now).toISOString().slice(0, 10);
  const open = actions.filter(({ status }) => status !== 'verified');
  expect(open.some(({ dueOn }) => dueOn < today)).toBe(true);
  expect(open.some(({ dueOn }) => dueOn >= today)).toBe(true);
  const priya = users.find(({ email }) => email === 'consultant@bellwether.example');
  expect(open.some(({ ownerUserId }) => ownerUserId === priya?.id)).toBe(true);
  const roundOf = new Map(
    (await made.db.selectFrom('rounds').selectAll().execute()).map((round) => [round.id, round]),
  );
  for (const { id, status, version, ownerUserId, roundId, foundAt, responses } of actions) {
    const own = actionEvents.filter(({ actionId }) => actionId === id);
    expect(version).toBe(1 + own.length);
    expect(own.findLast(({ kind }) => kind === 'status')?.body.to ?? 'open').toBe(status);
    expect(ownerUserId !== null).toBe(own.some(({ kind }) => kind === 'owner'));
    expect(responses).not.toEqual([]);
    expect(roundOf.get(roundId)).toMatchObject({ approvedAt: foundAt, hasActions: true });
    const moments = [foundAt, ...own.map(({ at }) => at)];
    expect(moments).toEqual(moments.toSorted());
    expect(moments.at(-1)! <= new Date(now).toISOString()).toBe(true);
    const told = events.filter(
      ({ action, objectId }) => action.startsWith('action.') && objectId === id,
    );
    expect(told).toHaveLength(own.length);
    const isDone = status === 'done' || status === 'verified';
    expect(own.some(({ body }) => body.move === 'finish' && body.text !== '')).toBe(isDone);
  }
  // Nobody held an interview of the round after it was approved.
  const late = await sql`select from responses join rounds round on round.id = round_id
    where round.has_actions and received_at > approved_at`.execute(made.db);
  expect(late.rows).toEqual([]);
});

test('a few responses wait for somebody to look at them, each for another reason', async () => {
  const { responses, hotels, assignments } = await everything(made);
  const flagged = responses.filter(({ reviewReasons }) => reviewReasons.length > 0);
  expect(flagged.map(({ reviewReasons }) => reviewReasons.join()).toSorted()).toEqual([
    'clock-odd',
    'figures-differ',
    'hotel-not-assigned',
    'survey-changed',
  ]);
  const of = (reason: string) =>
    flagged.find(({ reviewReasons }) => reviewReasons.some((one) => one === reason))!;
  const stray = of('hotel-not-assigned');
  expect(
    assignments.some((one) => one.hotelId === stray.hotelId && one.userId === stray.userId),
  ).toBe(false);
  expect(hotels.some(({ id }) => id === stray.hotelId)).toBe(true);
  expect(of('clock-odd').completedAt).toBe(of('clock-odd').receivedAt);
});

test('the same moment gives the same demonstration', async () => {
  const again = await make(now);
  expect(await everything(again)).toEqual(await everything(made));
});

test('a second run, and an installation in use, change nothing', async () => {
  const before = await everything(made);
  await makeDemonstration(made.db, { now: now + day, keep: made.keep });
  expect(await everything(made)).toEqual(before);

  const { db, close } = await openTestDatabase();
  await db.insertInto('surveys').values({ title: 'Our own', category: 'other' }).execute();
  await makeDemonstration(db, { now, keep: made.keep });
  expect([await count(db, 'hotels'), await count(db, 'surveys')]).toEqual([0, 1]);
  await close();
});

test('two starts at once make it once', async () => {
  // As when the server starts: the second waits as long as it takes the first.
  const { db, close } = await openTestDatabase({ lockTimeout: 0 });
  const { keep } = made;
  await Promise.all([1, 2].map(() => makeDemonstration(db, { now, keep })));
  expect(await count(db, 'surveys')).toBe(5);
  await close();
});

describe('people', () => {
  test('the demonstration accounts can sign in, and take over nobody’s account', async () => {
    expect(demonstrationAccounts.map(({ email }) => email)).toEqual([
      'admin@bellwether.example',
      'assessor@bellwether.example',
      'consultant@bellwether.example',
    ]);
    for (const { email, password, role } of demonstrationAccounts) {
      const user = await made.db
        .selectFrom('systemUsers as user')
        .innerJoin('userRoles as role', 'role.id', 'user.roleId')
        .select(['user.passwordHash', 'user.isActive', 'user.mustChangePassword', 'role.name'])
        .where('email', '=', email)
        .executeTakeFirstOrThrow();
      expect(user).toMatchObject({ isActive: true, mustChangePassword: false, name: role });
      expect(await verifyPassword(user.passwordHash, password)).toBe(true);
    }
    const { db, close } = await openTestDatabase();
    const { id: roleId } = await db
      .selectFrom('userRoles')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const own = {
      name: 'First',
      email: 'Admin@bellwether.example',
      mobileNumber: '',
      passwordHash: 'own',
      roleId,
    };
    await db.insertInto('systemUsers').values(own).execute();
    await makeDemonstration(db, { now, keep: made.keep });
    const users = await db.selectFrom('systemUsers').select(['name', 'passwordHash']).execute();
    expect(users).toHaveLength(8);
    expect(users).toContainEqual({ name: 'First', passwordHash: 'own' });
    await close();
  });

  test('eight users over three roles, one inactive, as the form would take them', async () => {
    const users = await made.db
      .selectFrom('systemUsers as user')
      .innerJoin('userRoles as role', 'role.id', 'user.roleId')
      .selectAll('user')
      .select('role.name as roleName')
      .execute();
    expect(users).toHaveLength(8);
    expect(users.filter((user) => !user.isActive)).toHaveLength(1);
    expect(users.filter((user) => user.roleName === 'Service Consultant')).toHaveLength(4);
    for (const user of users) {
      systemUserInputSchema.parse(user);
      expect(Date.parse(user.lastLogin ?? '')).toBeLessThan(now);
    }
  });

  test('each consultant sees some hotels in several stages, and not all', async () => {
    const { hotels, assignments } = await everything(made);
    const seers = new Set(assignments.map(({ userId }) => userId));
    expect(seers.size).toBe(4);
    for (const seer of seers) {
      const own = assignments.filter(({ userId }) => userId === seer);
      expect(own.length).toBeGreaterThanOrEqual(5);
      expect(own.length).toBeLessThan(hotels.length / 2);
    }
    const consultant = await made.db
      .selectFrom('systemUsers')
      .select('id')
      .where('email', '=', 'consultant@bellwether.example')
      .executeTakeFirstOrThrow();
    const seen = new Set(
      assignments.filter(({ userId }) => userId === consultant.id).map(({ hotelId }) => hotelId),
    );
    expect(distinct(hotels.filter(({ id }) => seen.has(id)).map(({ stage }) => stage))).toBe(6);
    const byList = await made.db.selectFrom('hotelAssignments').select('userId').execute();
    expect(byList.length).toBeGreaterThanOrEqual(8);
    const assigned = new Set(assignments.map(({ hotelId }) => hotelId));
    expect(hotels.filter(({ id }) => !assigned.has(id)).length).toBeGreaterThanOrEqual(4);
  });
});

test('hotels are many and various, and stand as the board would have left them', async () => {
  const hotels = await made.db.selectFrom('hotels').selectAll().execute();
  expect(hotels.length).toBeGreaterThanOrEqual(64);
  expect(distinct(hotels.map((hotel) => hotel.hotelName))).toBe(hotels.length);
  expect(distinct(hotels.map((hotel) => hotel.hotelAddress))).toBe(hotels.length);
  expect(distinct(hotels.map((hotel) => hotel.hotelChain))).toBeGreaterThanOrEqual(5);
  expect(distinct(hotels.map((hotel) => hotel.hotelBrand))).toBeGreaterThanOrEqual(10);
  expect(distinct(hotels.map((hotel) => hotel.fpgRegion))).toBeGreaterThanOrEqual(5);
  expect(distinct(hotels.map((hotel) => hotel.hotelCountry))).toBeGreaterThanOrEqual(15);
  expect(distinct(hotels.map((hotel) => hotel.chainScale))).toBe(chainScales.length);
  expect(hotels.some((hotel) => hotel.hotelManagementCo === null)).toBe(true);
  for (const stage of stages) {
    const there = hotels.filter((hotel) => hotel.stage === stage);
    expect(there.length).toBeGreaterThanOrEqual(5);
    for (const hotel of there) {
      hotelInputSchema.parse(hotel);
      expect(mayMoveTo(stage, hotel)).toBe(true);
      expect(hotel.status === 'Pending').toBe(stage === 'Initiated');
      const dates = [hotel.virtualSessionCompletionDate, hotel.virtualReAssessmentCompletionDate];
      expect(dates.every((date) => date === null || date <= '2026-03-18')).toBe(true);
      expect(hotel.createdAt <= hotel.updatedAt).toBe(true);
    }
  }
  const evaluated = hotels.filter(({ stage }) => stage === 'Evaluation' || stage === 'Disposition');
  for (const hotel of evaluated) {
    expect(hotel.virtualSessionCompletionDate).not.toBeNull();
    expect(hotel.virtualReAssessmentCompletionDate).not.toBeNull();
  }
  const noted = hotels.filter(({ evaluationNotes }) => evaluationNotes !== null);
  expect(evaluated).toEqual(expect.arrayContaining(noted));
  expect(noted.length).toBeGreaterThan(evaluated.length / 2);
});

describe('surveys', () => {
  test('a draft, three active and one archived, each question as the form would take it', async () => {
    const { surveys, questions, answers } = await everything(made);
    expect(surveys.map(({ status }) => status).toSorted()).toEqual([
      'active',
      'active',
      'active',
      'archived',
      'draft',
    ]);
    for (const survey of surveys) {
      const own = questions.filter(({ surveyId }) => surveyId === survey.id);
      expect(own.map(({ position }) => position).toSorted((a, b) => a - b)).toEqual(
        own.map((_, at) => at + 1),
      );
      for (const question of own) {
        const options = answers.filter(({ questionId }) => questionId === question.id);
        const showIf = question.showIf ?? [];
        const order = question.position;
        questionInputSchema.parse({ ...question, showIf, order, answers: options });
        expect(optionsProblem(question.type, options.length)).toBeNull();
      }
      if (survey.status !== 'active') continue;
      expect(own.length).toBeGreaterThanOrEqual(15);
      expect(own.length).toBeLessThanOrEqual(25);
      expect(new Set(own.map(({ type }) => type))).toEqual(new Set(questionTypes));
      for (const category of kpeCategories)
        expect(
          own.filter(({ kpeCategory }) => kpeCategory === category).length,
        ).toBeGreaterThanOrEqual(4);
    }
    expect(distinct(questions.map(({ text }) => text))).toBe(questions.length);
  });

  test('the current edition asks what stands in the survey now, an older one what stood then', async () => {
    const { surveys, questions, answers, editions } = await everything(made);
    for (const edition of editions) {
      for (const question of edition.questions) editionQuestionSchema.parse(question);
      expect(edition.questionCount).toBe(edition.questions.length);
    }
    for (const { id, edition: number } of surveys.filter(({ edition }) => edition !== null)) {
      const content = questions
        .filter(({ surveyId }) => surveyId === id)
        .map(({ position, guidance, critical, allowNa, evidence, showIf, ...question }) => ({
          ...question,
          order: position,
          ...(guidance !== '' && { guidance }),
          ...(critical && { critical }),
          ...(allowNa && { allowNa }),
          ...(evidence !== 'optional' && { evidence }),
          ...(showIf && { showIf }),
          answers: answers
            .filter(({ questionId }) => questionId === question.id)
            .map(({ position: order, finding, ...option }) => ({
              ...{ ...option, order },
              ...(finding !== null && { finding }),
            })),
        }));
      const current = editions.find((one) => one.surveyId === id && one.number === number);
      expect(current?.questions).toEqual(editionContent(content));
    }
    const revised = editions.filter(({ surveyId }) =>
      editions.some((one) => one.surveyId === surveyId && one.number === 2),
    );
    expect(revised).toHaveLength(2);
    const [first, second] = revised.map((edition) => edition.questions.map(({ text }) => text));
    expect(first?.every((text) => second?.includes(text))).toBe(false);
    expect(second?.every((text) => first?.includes(text))).toBe(false);
    const texts = revised.flatMap((edition) =>
      edition.questions.map(({ id, text }) => `${id} ${text}`),
    );
    const ids = revised.flatMap((edition) => edition.questions.map(({ id }) => id));
    expect(distinct(texts)).toBeGreaterThan(distinct(ids));
  });
});

describe('interviews', () => {
  test('every response scores again to what is stored', async () => {
    const { responses, editions } = await everything(made);
    expect(responses.length).toBeGreaterThanOrEqual(440);
    for (const response of responses) {
      const asked = editions.find(
        (one) => one.surveyId === response.surveyId && one.number === response.edition,
      );
      const questions = asked?.questions ?? [];
      expect(findUnknownAnswers(questions, response.answers)).toEqual([]);
      const score = scoreResponse(questions, response.answers, { rules: asked?.rules });
      expect(response.answers).toEqual(score.answers);
      expect(response).toMatchObject({
        totalScore: score.totalScore,
        maxScore: score.maxScore,
        passed: score.passed,
        causes: score.causes,
        na: score.na,
        fitScore: score.categories['The Right Fit'].score,
        fitMax: score.categories['The Right Fit'].maximum,
        actionScore: score.categories['The Right Action'].score,
        actionMax: score.categories['The Right Action'].maximum,
        environmentScore: score.categories['The Right Environment'].score,
        environmentMax: score.categories['The Right Environment'].maximum,
      });
      const answered = new Set(response.answers.map(({ questionId }) => questionId));
      expect(questions.filter(({ id, required }) => required && !answered.has(id))).toEqual([]);
    }
  });

  test('one survey uses every rule, over two years, and each rule has its effect', async () => {
    const { surveys, questions, answers, responses, hotels } = await everything(made);
    const [audit] = surveys.filter(({ rules }) => Object.keys(rules).length > 0);
    const own = questions.filter(({ surveyId }) => surveyId === audit?.id);
    expect(audit?.title).toBe('House Standards Audit');
    expect(own.map(({ code }) => code)).toContain('FO-012');
    expect(distinct(own.map(({ section }) => section))).toBeGreaterThan(3);
    for (const rule of ['critical', 'allowNa', 'guidance', 'showIf'] as const)
      expect(own.some((question) => question[rule])).toBe(true);
    const ids = new Set(own.map(({ id }) => id));
    expect(answers.some((one) => ids.has(one.questionId) && one.finding !== null)).toBe(true);

    const audits = responses.filter(({ surveyId }) => surveyId === audit?.id);
    const times = audits.map(({ completedAt }) => Date.parse(completedAt));
    expect(audits.length).toBeGreaterThan(80);
    expect(now - Math.min(...times)).toBeGreaterThan(700 * day);
    const causes = new Set(audits.flatMap((one) => one.causes));
    expect(
      ['score', 'critical', 'category:The Right Environment'].every((one) =>
        causes.has(one as never),
      ),
    ).toBe(true);
    const given = audits.flatMap((one) => one.answers);
    expect(given.some(({ notApplicable, note }) => notApplicable && note)).toBe(true);
    expect(given.some(({ notApplicable, note }) => !notApplicable && note)).toBe(true);
    const rescues = own.find(({ code }) => code === 'PS-004');
    const asked = audits.filter((one) =>
      one.answers.some(({ questionId }) => questionId === rescues?.id),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(audits.length);
    for (const { hotelId, completedAt } of audits)
      expect(hotels.find(({ id }) => id === hotelId)!.createdAt < completedAt).toBe(true);
  });

  test('responses are such as a device would send, over a year, and mostly synced', async () => {
    const { responses, surveys, editions, hotels } = await everything(made);
    for (const response of responses) {
      const sent = Object.entries(response).filter(([, value]) => value !== null);
      responseInputSchema.parse({
        ...Object.fromEntries(sent),
        responseAnswers: response.answers,
      });
      clientIdField.parse(response.clientId);
      const [from, to] = [response.claimedStartedAt ?? '', response.claimedCompletedAt ?? ''];
      const minutes = (Date.parse(to) - Date.parse(from)) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(5);
      expect(minutes).toBeLessThanOrEqual(15);
      expect(response.receivedAt >= response.completedAt).toBe(true);
      expect(Date.parse(response.receivedAt)).toBeLessThanOrEqual(now);
      const asked = editions.filter(
        ({ surveyId, createdAt }) =>
          surveyId === response.surveyId &&
          createdAt < (response.startedAt ?? response.completedAt),
      );
      expect(asked.at(-1)?.number).toBe(response.edition);
      const hotel = hotels.find(({ id }) => id === response.hotelId);
      expect(stages.indexOf(response.hotelStage ?? 'Initiated')).toBeLessThanOrEqual(
        stages.indexOf(hotel!.stage),
      );
    }
    for (const days of [7, 30, 90, 365]) {
      const since = new Date(now - days * day).toISOString();
      expect(responses.filter(({ completedAt }) => completedAt > since).length).toBeGreaterThan(
        days / 2,
      );
    }
    const months = distinct(responses.map(({ completedAt }) => completedAt.slice(0, 7)));
    expect(months).toBeGreaterThanOrEqual(12);
    const archived = surveys.find(({ status }) => status === 'archived');
    expect(responses.some(({ surveyId }) => surveyId === archived?.id)).toBe(true);
    expect(responses.some(({ edition }) => edition === 2)).toBe(true);
    const pending = responses.filter(({ syncStatus }) => syncStatus === 'pending');
    expect(pending.length).toBeGreaterThan(0);
    expect(pending.length).toBeLessThan(10);
    const noted = responses.filter(({ notes }) => notes !== '').length / responses.length;
    expect(noted).toBeGreaterThan(0.28);
    expect(noted).toBeLessThan(0.48);
  });

  test('scores spread, and grow from the first visit to the re-assessment', async () => {
    const { responses } = await everything(made);
    const shares = responses.map(({ totalScore, maxScore }) => totalScore / maxScore);
    const passed = shares.filter((share) => share >= 0.8).length / shares.length;
    expect(passed).toBeGreaterThan(0.25);
    expect(passed).toBeLessThan(0.65);
    expect(Math.min(...shares)).toBeLessThan(0.5);
    expect(Math.max(...shares)).toBeGreaterThan(0.9);
    const { rows } = await sql<{ grown: number; hotels: number }>`
      with visits as (
        select hotel_id,
          avg(total_score::float8 / max_score) filter (where hotel_stage = 'Onsite Assessment') as first,
          avg(total_score::float8 / max_score) filter (where hotel_stage = 'Virtual Re-Assessment') as second
        from responses group by hotel_id
      )
      select avg(second - first) as grown, count(second) as hotels from visits`.execute(made.db);
    expect(rows[0]?.hotels).toBeGreaterThanOrEqual(20);
    expect(rows[0]?.grown).toBeGreaterThan(0.04);
  });

  test('interviews in progress wait at hotels on site, half answered', async () => {
    const { sessions, responses, users, hotels, editions } = await everything(made);
    const open = sessions.filter(({ status }) => status === 'in_progress');
    expect(open.length).toBeGreaterThanOrEqual(6);
    for (const session of open) {
      const edition = editions.find(
        (one) => one.surveyId === session.surveyId && one.number === session.edition,
      );
      const asked = edition?.questions
        .slice(0, session.currentQuestionIndex)
        .map(({ id }) => String(id));
      const answered = Object.keys(session.progress);
      expect(answered.length).toBeGreaterThan(0);
      expect(answered.every((id) => asked?.includes(id))).toBe(true);
      expect(session.currentQuestionIndex).toBeLessThan(edition?.questionCount ?? 0);
      expect(hotels.find(({ id }) => id === session.hotelId)?.stage).toBe('Onsite Assessment');
      expect(Date.parse(session.lastUpdatedAt)).toBeLessThan(now);
    }
    for (const account of ['assessor@bellwether.example', 'consultant@bellwether.example']) {
      const id = users.find(({ email }) => email === account)?.id;
      expect(open.filter(({ userId }) => userId === id).length).toBeGreaterThanOrEqual(2);
    }
    const done = sessions
      .filter(({ status }) => status === 'completed')
      .map(({ clientId }) => clientId);
    expect(done.toSorted()).toEqual(responses.map(({ clientId }) => clientId).toSorted());
  });
});

test('documents stand in their folder and belong to evaluations', async () => {
  const { documents, evidence, hotels, files } = await everything(made);
  expect(documents.length).toBeGreaterThanOrEqual(5);
  const others = new Set(evidence.flatMap((one) => [one.storeName, one.thumbnailName]));
  expect(documents.map(({ filePath }) => filePath).toSorted()).toEqual(
    files.filter((name) => !others.has(name)),
  );
  expect(distinct(documents.map(({ fileType }) => fileType))).toBe(2);
  for (const document of documents) {
    expect(documentTypes).toContain(document.fileType);
    expect(document.fileName.endsWith(`.${document.fileType}`)).toBe(true);
    const stage = hotels.find(({ id }) => id === document.hotelId)?.stage;
    expect(['Evaluation', 'Disposition']).toContain(stage);
    const file = await readFile(join(made.documentsDir, document.filePath));
    expect(file.byteLength).toBe(document.fileSize);
  }
});

test('some audits show what they found, as a device would have sent it', async () => {
  const { evidence, responses, editions, surveys, files } = await everything(made);
  expect(evidence.length).toBeGreaterThan(15);
  expect(evidence.length).toBeLessThan(40);
  expect(new Set(evidence.map(({ kind }) => kind))).toEqual(new Set(['photo', 'signature']));
  const audit = surveys.find(({ title }) => title === 'House Standards Audit');
  for (const one of evidence) {
    const response = responses.find(({ clientId }) => clientId === one.interview)!;
    expect(response.surveyId).toBe(audit?.id);
    const named = response.files?.find(({ fileId }) => fileId === one.fileId);
    const { questionId, kind, size } = one;
    expect(named).toEqual({ ...named, questionId, kind, size, digest: one.digest.toString('hex') });
    const edition = editions.find(({ surveyId }) => surveyId === audit?.id);
    expect(edition?.questions.some(({ id }) => id === questionId)).toBe(true);
    const read = (name: string) => readFile(join(made.documentsDir, name));
    const [picture, thumbnail] = [await read(one.storeName), await read(one.thumbnailName ?? '')];
    expect(picture.byteLength).toBe(size);
    expect(createHash('sha256').update(picture).digest()).toEqual(one.digest);
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([one.width, one.height]);
    expect(size).toBeLessThan(20_000);
    expect(thumbnail.byteLength).toBeLessThan(size);
    expect(files).toContain(one.storeName);
    expect(files).toContain(one.thumbnailName);
  }
  const named = responses.flatMap((one) => one.files ?? []);
  expect(named.map(({ fileId }) => fileId).toSorted()).toEqual(
    evidence.map(({ fileId }) => fileId).toSorted(),
  );
});

test('each PDF has a table that leads to its objects, and an end that leads to the table', async () => {
  const { files } = await everything(made);
  const pdfs = files.filter((file) => file.endsWith('.pdf'));
  expect(pdfs.length).toBeGreaterThan(0);
  for (const name of pdfs) {
    const file = await readFile(join(made.documentsDir, name), 'latin1');
    expect(file.startsWith('%PDF-1.4')).toBe(true);
    const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
    expect(file.slice(start, start + 4)).toBe('xref');
    const rows = [...file.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)];
    const found = rows.map(([, place]) => file.slice(Number(place)).split(' obj')[0]);
    expect(found).toEqual(['1 0', '2 0', '3 0', '4 0', '5 0']);
    const [, told, stream] = /Length (\d+) >>\nstream\n(.*?)\nendstream/s.exec(file) ?? [];
    expect(stream).toHaveLength(Number(told));
  }
});
