import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Scope } from '#domain/people/person.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { checkRollUps } from '#server/background/check-roll-ups.ts';
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { seededRandom } from '#server/demonstration/random.ts';
import { hotelSorts } from '#domain/results/analytics.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';
import { countBands, scoreHotels } from './analytics-queries.ts';
import { codedPlaces } from './coded-places.ts';
import { hotelsFailing } from './failing-hotels.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { countResponses, summarize } from './queries.ts';
import { figuresOfPortfolio } from './report-queries.ts';
import { readMarks } from './standard-queries.ts';
import { sumByStep } from './sum-by-step.ts';
import { presentStandard, sumStandards } from './sum-standards.ts';
import { weakestQuestions } from './weakest-questions.ts';

/** Tests that figures from the sums of closed days and months are those from the responses, also of some hotels. */
let server: TestApp;
let surveys: SurveyWithQuestions[];
let hotels: number[];
let sent = 0;
const waived = new Set<number>();
beforeAll(async () => {
  server = await openTestApp();
  surveys = [
    await aSurvey(server, { choices: 3, code: 'FO-1' }),
    await aSurvey(server, { most: 1_000, allowNa: true }),
  ];
  hotels = [];
  for (const hotelBrand of ['Harbor', 'Aurora', 'Harbor', 'Lantern'])
    hotels.push((await aHotel(server, { hotelBrand, stage: 'Onsite Assessment' })).id);
});
afterAll(() => server.close());

const aDay = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * aDay).toISOString().slice(0, 10);
const all = { kind: 'all' } as const;
/** Makes the sums. Late responses of the last hour are added up, too, unless there is patience. */
const make = (patience = 0) => makeRollUps(server.db, new AbortController().signal, { patience });

/** A filter, and the scope of the hotels. */
type Compared = Partial<PreparedFilter> & { scope?: Scope };

/** Returns every figure that sums are used for, read from them or from the responses alone. */
async function figures({ scope = all, ...filter }: Compared, fromResponses: boolean) {
  const { db } = server;
  const { editions } = server.deps;
  const whole: PreparedFilter = { timeZone: 'UTC', line: 80, ...filter, fromResponses };
  const places = await codedPlaces(db, editions, whole.surveyId);
  const pages = hotelSorts.map((sort, place) =>
    place % 2 === 0
      ? ({ sort, direction: 'asc', search: '', limit: 100, offset: 0 } as const)
      : ({ sort, direction: 'desc', search: 'a', limit: 2, offset: 1 } as const),
  );
  return {
    summary: await summarize(db, scope, whole, Date.now()),
    portfolio: await figuresOfPortfolio(db, scope, whole),
    weeks: await sumByStep(db, scope, { ...whole, step: 'week' }, Date.now()),
    days: await sumByStep(db, scope, { ...whole, step: 'day' }, Date.now()),
    bands: await countBands(db, scope, whole),
    chosen: await countResponses(db, scope, whole),
    questions: await weakestQuestions(db, editions, { scope, filter: whole, limit: 100 }),
    hotels: await Promise.all(pages.map((page) => scoreHotels(db, scope, { ...whole, ...page }))),
    standards: (await sumStandards(places, await readMarks(db, scope, whole, places))).map(
      (standard) => ({
        ...presentStandard(standard),
        at: hotels.filter((id) => standard.isRepeatAt(id)),
      }),
    ),
    failing: await hotelsFailing(db, scope, whole, places),
  };
}

const filters = (): Compared[] => [
  {},
  { timeZone: 'Pacific/Auckland' },
  { from: dayAgo(65), to: dayAgo(3) },
  { from: dayAgo(40), timeZone: 'America/St_Johns', surveyId: surveys[0]!.id },
  { brand: 'Harbor', to: dayAgo(8) },
  { from: '0000-01-01', to: '9999-12-31' },
  // The page makes this call when somebody chose a day outside the range.
  { from: dayAgo(3), to: dayAgo(30) },
  { scope: ofCole(), from: dayAgo(3), to: dayAgo(30), stage: 'Onsite Assessment' },
  { from: dayAgo(20), to: dayAgo(13) },
  { from: `${dayAgo(40).slice(0, 7)}-01` },
  { questionId: surveys[0]!.questions[1]!.id },
  { questionId: surveys[1]!.questions[0]!.id, brand: 'Harbor', from: dayAgo(65) },
  { scope: ofCole() },
  { scope: ofCole(), timeZone: 'Pacific/Auckland', from: dayAgo(65), to: dayAgo(1) },
  { scope: ofCole(), timeZone: 'America/St_Johns', stage: 'Onsite Assessment' },
  { consultantId: server.idOf('cole'), timeZone: 'Pacific/Honolulu' },
  { hotelId: hotels[1]!, to: dayAgo(5) },
  { stage: 'Onsite Assessment', brand: 'Aurora' },
  { stage: 'Onsite Assessment', timeZone: 'Pacific/Auckland' },
  { scope: ofCole(), surveyId: surveys[1]!.id, timeZone: 'Pacific/Auckland' },
  { scope: ofCole(), surveyId: surveys[0]!.id, brand: 'Harbor', stage: 'Virtual Session' },
  { scope: ofCole(), from: dayAgo(25), timeZone: 'Asia/Kathmandu' },
  { scope: ofCole(), consultantId: server.idOf('connie'), stage: 'Virtual Session' },
  { hotelId: hotels[2]!, stage: 'Onsite Assessment', timeZone: 'Pacific/Auckland' },
  { verdict: 'Pass' },
  { verdict: 'Needs Review', timeZone: 'Pacific/Auckland', brand: 'Harbor' },
  { verdict: 'Not scored', from: dayAgo(65), to: dayAgo(3) },
  { verdict: 'Needs Review', questionId: surveys[0]!.questions[1]!.id },
  { scope: ofCole(), verdict: 'Needs Review' },
  { verdict: 'Pass', stage: 'Onsite Assessment' },
  { approved: '1' },
  { approved: '1', timeZone: 'Pacific/Auckland', from: dayAgo(65), to: dayAgo(1) },
  { approved: '1', scope: ofCole(), stage: 'Onsite Assessment' },
  { approved: '1', surveyId: surveys[0]!.id, brand: 'Harbor', from: dayAgo(40) },
];
const ofCole = (): Scope => ({ kind: 'assigned', userId: server.idOf('cole') });

async function expectSameFigures(after: string, compared = filters()) {
  for (const filter of compared) {
    const [ofSums, ofResponses] = [await figures(filter, false), await figures(filter, true)];
    expect([after, filter, ofSums]).toEqual([after, filter, ofResponses]);
  }
}

/** Returns a function that picks whole numbers from 0 to below its argument, the same ones for a seed. */
function picking(seed: number) {
  const { next } = seededRandom(seed);
  return (below: number) => Math.floor(next() * below);
}

type Given = { who?: 'asa' | 'connie'; daysAgo: number; hotel: number; survey: number };
/** Stores a response, and returns its id. Each third question is left out. Some responses have nothing to score. */
async function store({ who = 'asa', daysAgo, hotel, survey }: Given, pick: Pick): Promise<number> {
  const { id, edition, questions } = surveys[survey]!;
  const completedAt = Date.now() - daysAgo * aDay - pick(3_600_000);
  // Some took more than a day, and of some the start is not known.
  const seconds = pick(8) === 0 ? 90_000 : 600 + pick(200);
  const isScored = survey === 0 || pick(4) > 0;
  const { status, body } = await server.as(who)('POST', '/api/responses', {
    clientId: `offline_${(sent += 1)}_rolled`,
    ...{ surveyId: id, edition, hotelId: hotel, hotelName: 'Known so' },
    ...{ respondentName: `Respondent ${sent}`, respondentJobTitle: 'Front desk' },
    ...(pick(8) > 0 && { startedAt: new Date(completedAt - 1_000 * seconds).toISOString() }),
    completedAt: new Date(completedAt).toISOString(),
    responseAnswers: questions.flatMap(({ id: questionId, answers }) =>
      answers.length === 0 || (isScored && pick(3) === 0)
        ? []
        : [
            isScored
              ? { questionId, answerId: answers[pick(answers.length)]!.id }
              : { questionId, notApplicable: true },
          ],
    ),
  });
  expect(status).toBe(201);
  return body.id;
}
type Pick = ReturnType<typeof picking>;

const chosenAnswer = ({ questions }: SurveyWithQuestions, pick: Pick) => {
  const { id, answers } = questions[pick(2)]!;
  return { questionId: id, answerId: answers[pick(answers.length)]!.id };
};

async function expectOk(method: 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: object) {
  const { status, body: answer } = await server.as('alice')(method, path, body);
  expect([path, status < 300 ? 'ok' : answer]).toEqual([path, 'ok']);
  return answer;
}

const aResponse = async (pick: Pick, counts = true) => {
  const found = await server.db
    .selectFrom('responses')
    .select(['id', 'surveyId', 'hotelId'])
    .where('counts', '=', counts)
    .orderBy('id')
    .execute();
  return found[pick(found.length)]!;
};

/** Approves the rounds that `isChosen` chooses, and reopens all others. An approved round takes no changes. */
async function approve(isChosen: () => boolean): Promise<void> {
  const rounds = await server.db.selectFrom('rounds').select('id').orderBy('id').execute();
  for (const { id } of rounds)
    await server.db
      .updateTable('rounds')
      .set(
        isChosen()
          ? { status: 'approved', approvedAt: '2026-01-02T03:04:05Z' }
          : { status: 'open', approvedAt: null },
      )
      .where('id', '=', id)
      .execute();
}

/** Everything that can change a figure of a past day. */
const acts: Record<string, (pick: Pick) => Promise<unknown>> = {
  'a response of today': (pick) =>
    store({ daysAgo: 0, hotel: hotels[pick(4)]!, survey: pick(2) }, pick),
  'a late response': (pick) =>
    store({ daysAgo: 2 + pick(70), hotel: hotels[pick(4)]!, survey: pick(2) }, pick),
  // More answers than one byte can count, and more points than two bytes can.
  'many late responses of one hotel': async (pick) => {
    const { id } = await aResponse(pick);
    const columns = sql.raw(
      'survey_id, edition, hotel_id, hotel_name, hotel_brand, hotel_address, hotel_stage, round_id, ' +
        'respondent_name, respondent_job_title, answers, lost, marks, total_score, max_score, passed',
    );
    await sql`insert into responses (client_id, digest, completed_at, ${columns})
      select 'copied_' || gen_random_uuid(), '', now() - interval '40 days', ${columns}
      from responses cross join generate_series(1, ${300 + pick(300)}) where id = ${id}`.execute(
      server.db,
    );
  },
  'a correction': async (pick) => {
    const { id, surveyId } = await aResponse(pick);
    const survey = surveys.find((one) => one.id === surveyId)!;
    const responseAnswers = [chosenAnswer(survey, pick)];
    await expectOk('POST', `/api/responses/${id}/corrections`, {
      ...{ clientId: `correction_${(sent += 1)}_rolled`, responseAnswers, reason: 'A slip' },
    });
  },
  'a deletion': async (pick) => {
    const { id } = await aResponse(pick);
    await expectOk('DELETE', `/api/responses/${id}`);
  },
  'one that does not count yet': (pick) =>
    store({ who: 'connie', daysAgo: 2 + pick(70), hotel: hotels[pick(4)]!, survey: pick(2) }, pick),
  'one that was accepted': async (pick) => {
    const id = await store(
      { who: 'connie', daysAgo: 2 + pick(70), hotel: hotels[pick(4)]!, survey: pick(2) },
      pick,
    );
    await make();
    await expectOk('PUT', `/api/responses/${id}/review`, { decision: 'accept' });
  },
  'one that was reassigned': async (pick) => {
    const id = await store({ daysAgo: 2 + pick(70), hotel: 2_000_000, survey: pick(2) }, pick);
    await make();
    const hotelId = hotels[pick(4)];
    await expectOk('PUT', `/api/responses/${id}/review`, { decision: 'reassign', hotelId });
  },
  'a waiver granted': async () => {
    const hotel = hotels.find((id) => !waived.has(id));
    if (hotel === undefined) return;
    waived.add(hotel);
    await expectOk('POST', `/api/hotels/${hotel}/waivers`, {
      ...{ clientId: `waiver_${(sent += 1)}_rolled`, questionKey: 'code:FO-1' },
      ...{ reason: 'The lift is rebuilt', validFrom: dayAgo(30), validTo: dayAgo(-30) },
    });
  },
  'a new edition': async (pick) => {
    const survey = pick(2);
    const { id } = surveys[survey]!;
    await expectOk('POST', '/api/questions', {
      ...{ surveyId: id, text: `Question ${sent}`, type: 'radio', kpeCategory: 'The Right Action' },
      answers: [
        { text: 'Poor', score: 0 },
        { text: 'Excellent', score: 10 },
      ],
    });
    surveys[survey] = (await server.as('alice')('GET', `/api/surveys/${id}/with-questions`))
      .body as SurveyWithQuestions;
  },
  'a hotel of another brand': (pick) =>
    expectOk('PATCH', `/api/hotels/${hotels[pick(4)]}`, {
      hotelBrand: ['Harbor', 'Aurora'][pick(2)],
    }),
  'a hotel that moved on': (pick) =>
    expectOk('PATCH', `/api/hotels/${hotels[pick(4)]}`, {
      stage: ['Onsite Assessment', 'Virtual Session'][pick(2)],
    }),
  'another hotel of a consultant': (pick) =>
    server.db
      .insertInto('hotelAssignments')
      .values({ userId: server.idOf('cole'), hotelId: hotels[pick(4)]! })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  'a hotel less of a consultant': (pick) =>
    server.db
      .deleteFrom('hotelAssignments')
      .where('userId', '=', server.idOf('cole'))
      .where('hotelId', '=', hotels[pick(4)]!)
      .execute(),
  'a deleted hotel': async (pick) => {
    const place = pick(4);
    await expectOk('DELETE', `/api/hotels/${hotels[place]}`);
    hotels[place] = (await aHotel(server, { hotelBrand: 'Aurora' })).id;
  },
  'a start that was moved': async (pick) => {
    const { id } = await aResponse(pick);
    await server.db
      .updateTable('responses')
      .set({ startedAt: sql`completed_at - make_interval(secs => ${pick(900)})` })
      .where('id', '=', id)
      .execute();
  },
  'a completion that was moved': async (pick) => {
    const { id } = await aResponse(pick);
    await server.db
      .updateTable('responses')
      .set({ completedAt: new Date(Date.now() - (2 + pick(60)) * aDay).toISOString() })
      .where('id', '=', id)
      .execute();
  },
};

test.each([1, 2])(
  'any history leaves the same figures, by schedule %i',
  async (seed) => {
    const pick = picking(seed);
    for (let n = 0; n < 30; n += 1)
      await store({ daysAgo: pick(75), hotel: hotels[pick(4)]!, survey: pick(2) }, pick);
    await make();
    await expectSameFigures('the beginning');
    const names = Object.keys(acts);
    for (let n = 0; n < 1.5 * names.length; n += 1) {
      const name = n < names.length ? names[n]! : names[pick(names.length)]!;
      await acts[name]!(pick);
      const others = filters().slice(1);
      await expectSameFigures(name, [{}, others[n % others.length]!, { scope: ofCole() }]);
      await approve(() => pick(2) === 0);
      await expectSameFigures(`${name}, with approved rounds`, [{ approved: '1' }]);
      await approve(() => false);
      if (pick(2) === 0) await make(pick(2) * 3_600_000);
    }
    await make();
    await approve(() => pick(2) === 0);
    await expectSameFigures('all of it');
    expect(await checkRollUps(server.db)).toMatchObject({ wrong: [] });
  },
  180_000,
);
