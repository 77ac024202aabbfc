import { join } from 'node:path';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { deletionsFile, readDeletions } from '#server/backup/deletions.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
const clock = Date.parse('2026-05-04T10:00:00Z');
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  survey = await aSurvey(server, { choices: 20 });
});
afterAll(() => server.close());
beforeEach(async () => {
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
});

const setup = () => ({
  hotelId: hotel.id,
  surveyId: survey.id,
  respondentName: 'Rosa Respondent',
  respondentJobTitle: 'Front desk',
});
const start = (more: object = {}, who: 'asa' | 'connie' | 'cole' = 'connie') =>
  server.as(who)('POST', '/api/interview-sessions', { ...setup(), ...more });
const save = (id: number, change: object, who: 'asa' | 'connie' | 'cole' = 'connie') =>
  server.as(who)('PUT', `/api/interview-sessions/${id}`, change);
const newClientId = () => `offline_${clock}_${Math.random().toString(36).slice(2)}`;

describe('starting', () => {
  test('refuses a hotel out of scope with 404, like an unknown one', async () => {
    expect((await start({}, 'cole')).status).toBe(404);
    expect((await start({ hotelId: 2_000_000_000 })).status).toBe(404);
  });

  test('refuses missing fields, each with its path', async () => {
    const answer = await start({ respondentName: ' ', respondentJobTitle: '' });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([
      { path: 'respondentName', message: 'Respondent name is required' },
      { path: 'respondentJobTitle', message: 'Job title is required' },
    ]);
  });

  test('refuses a draft and an unknown survey', async () => {
    const admin = server.as('alice');
    const draft = await admin('POST', '/api/surveys', { title: 'Draft', category: 'other' });
    expect((await start({ surveyId: draft.body.id })).status).toBe(400);
    expect((await start({ surveyId: 2_000_000_000 })).status).toBe(404);
  });

  test('without progress begins at the first question, with no answers', async () => {
    const { status, body } = await start();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...setup(),
      surveyTitle: survey.title,
      edition: survey.edition,
      questionCount: 21,
      currentQuestionIndex: 0,
      status: 'in_progress',
      progress: {},
      notes: '',
    });
  });

  test('with one client id, twenty times at once, stores one session and returns it to all', async () => {
    const clientId = newClientId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => start({ clientId })));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(19);
  });

  test('with the client id of another person’s session does not return that session', async () => {
    const clientId = newClientId();
    await start({ clientId });
    expect((await start({ clientId }, 'asa')).status).toBe(409);
  });

  test('with the client id of an abandoned interview is refused', async () => {
    const clientId = newClientId();
    const { body } = await start({ clientId });
    const path = `/api/interview-sessions/${body.id}`;
    const { status, body: receipt } = await server.as('connie')('DELETE', path);
    expect([status, receipt]).toEqual([200, { clientId, isDeleted: true }]);
    expect((await start({ clientId })).status).toBe(410);
    // A restore from an older backup does not bring it back either: the list outside the database
    // has it at once.
    const { dataDir } = server.deps.config;
    await expect
      .poll(() => readDeletions(join(dataDir, deletionsFile)))
      .toContainEqual({ kind: 'session', clientId });
  });
});

describe('saving progress', () => {
  /** Returns a choice question with its options. */
  const question = (place: number) => survey.questions[place]!;
  const answered = (place: number, option: number) => ({
    answerId: question(place).answers[option]!.id,
    score: 0,
    textValue: null,
  });

  test('is refused outside the scope with 404', async () => {
    const { body } = await start();
    expect((await save(body.id, { notes: 'x' }, 'cole')).status).toBe(404);
  });

  test('stores the index, the answers and the notes', async () => {
    const { body } = await start();
    const progress = { [question(0).id]: answered(0, 1) };
    const change = { currentQuestionIndex: 1, progress, notes: 'Calm desk' };
    expect((await save(body.id, change)).body).toMatchObject(change);
  });

  test('accepts progress as JSON text too', async () => {
    const { body } = await start();
    const progress = { [question(0).id]: answered(0, 1) };
    const saved = await save(body.id, { progress: JSON.stringify(progress) });
    expect(saved.body.progress).toEqual(progress);
    expect((await save(body.id, { progress: '{' })).status).toBe(400);
  });

  test('joins the notes of two devices, in any order and when sent twice', async () => {
    const { body } = await start();
    const [one, two] = [
      { notes: 'One', notesBase: '' },
      { notes: 'Two', notesBase: '' },
    ];
    for (const change of [one, two, one]) await save(body.id, change);
    const joined = await save(body.id, two);
    expect(joined.body.notes).toBe('Two\nOne');
    const takenBack = { notes: 'Two', notesBase: 'Two\nOne' };
    expect((await save(body.id, takenBack)).body.notes).toBe('Two');
    // A device that sends no base does not know of another device.
    expect((await save(body.id, { notes: 'Three' })).body.notes).toBe('Three');
  });

  test('joins the answers of two devices by question, and the later answer wins', async () => {
    const { body } = await start();
    const [early, late] = [clock - 60_000, clock - 1_000];
    const [one, two, three] = [question(0).id, question(1).id, question(2).id];
    await save(body.id, {
      progress: { [one]: answered(0, 1), [two]: answered(1, 0) },
      answeredAt: { [one]: late, [two]: early },
    });
    const joined = await save(body.id, {
      progress: { [one]: answered(0, 0), [two]: null, [three]: answered(2, 0) },
      answeredAt: { [one]: early, [two]: late, [three]: early },
    });
    expect(joined.body.progress).toEqual({
      [one]: answered(0, 1),
      [two]: null,
      [three]: answered(2, 0),
    });
  });

  test('keeps every answer when twenty devices save at once', async () => {
    const { body } = await start();
    const places = Array.from({ length: 20 }, (_, place) => place);
    await Promise.all(
      places.map((place) =>
        save(body.id, { progress: { [question(place).id]: answered(place, 0) } }),
      ),
    );
    const { body: sessions } = await server.as('asa')(
      'GET',
      `/api/interview-sessions/hotel/${hotel.id}`,
    );
    expect(Object.keys(sessions[0].progress)).toHaveLength(20);
  });

  test('joins answers, not applicable marks and notes of two devices', async () => {
    await server.as('alice')('PUT', `/api/questions/${question(1).id}`, { allowNa: true });
    const { edition } = (
      await server.as('alice')('GET', `/api/surveys/${survey.id}/with-questions`)
    ).body;
    const { body } = await start({ edition });
    const [early, late] = [clock - 60_000, clock - 1_000];
    const [one, two] = [question(0).id, question(1).id];
    const na = { answerId: null, score: 0, textValue: null, na: true };
    const here = {
      ...{ progress: { [one]: answered(0, 1) }, answeredAt: { [one]: late } },
      ...{ remarks: { [two]: 'Ours' }, remarkedAt: { [two]: early } },
    };
    const there = {
      ...{
        progress: { [one]: answered(0, 0), [two]: na },
        answeredAt: { [one]: early, [two]: late },
      },
      ...{
        remarks: { [one]: 'By the lift', [two]: 'Theirs' },
        remarkedAt: { [one]: early, [two]: late },
      },
    };
    await save(body.id, here);
    await save(body.id, there);
    // A device of an earlier release sends no notes, and changes none.
    const { body: joined } = await save(body.id, { progress: here.progress, answeredAt: {} });
    expect(joined).toMatchObject({
      progress: { [one]: answered(0, 1), [two]: na },
      remarks: { [one]: 'By the lift', [two]: 'Theirs' },
      remarkedAt: { [one]: early, [two]: late },
    });
  });

  test('refuses invalid notes and not applicable marks, each with its path', async () => {
    const [one, two] = [question(0).id, question(2).id];
    const na = { answerId: null, score: 0, textValue: null, na: true };
    const wrong = { progress: { [two]: na }, remarks: { [one]: 'Fine', 2_000_000_000: 'Where?' } };
    const { body } = await start();
    for (const refused of [await start(wrong), await save(body.id, wrong)])
      expect([refused.status, refused.body.errors]).toEqual([
        400,
        [
          { path: `progress.${two}.na`, message: expect.stringContaining('not applicable') },
          { path: 'remarks.2000000000', message: expect.stringContaining('no such question') },
        ],
      ]);
    const long = await save(body.id, { remarks: { [one]: 'n'.repeat(2_001) } });
    expect([long.status, long.body.errors]).toMatchObject([400, [{ path: `remarks.${one}` }]]);
    expect((await save(body.id, {})).body).toMatchObject({ progress: {}, remarks: {} });
  });

  test('does not reopen a completed interview when a copy arrives late', async () => {
    const { body } = await start();
    await save(body.id, { status: 'completed' });
    expect((await save(body.id, { status: 'in_progress' })).status).toBe(409);
    const { body: sessions } = await server.as('connie')(
      'GET',
      `/api/interview-sessions/hotel/${hotel.id}`,
    );
    expect(sessions).toMatchObject([{ status: 'completed' }]);
  });

  test('refuses answers that do not belong to the edition, each with its path', async () => {
    const stranger = { 2_000_000_000: null, [question(0).id]: answered(1, 0) };
    const errors = [
      { path: `progress.${question(0).id}.answerId`, message: expect.stringContaining('option') },
      { path: 'progress.2000000000', message: expect.stringContaining('no such question') },
    ];
    const refused = await start({ progress: stranger });
    expect([refused.status, refused.body.errors]).toEqual([400, errors]);
    const { body } = await start();
    const late = await save(body.id, { progress: stranger, notes: 'Not kept' });
    expect([late.status, late.body.errors]).toEqual([400, errors]);
    expect((await save(body.id, {})).body).toMatchObject({ progress: {}, notes: '' });
  });

  test('continues an interview with the edition it was begun with', async () => {
    const admin = server.as('alice');
    const own = await aSurvey(server, { choices: 1 });
    const [asked] = own.questions;
    const progress = {
      [asked!.id]: { answerId: asked!.answers[0]!.id, score: 0, textValue: null },
    };
    await admin('DELETE', `/api/questions/${asked!.id}`);
    const onOlder = { surveyId: own.id, progress };
    expect((await start(onOlder)).status).toBe(400);
    const begun = await start({ ...onOlder, edition: own.edition });
    expect([begun.status, begun.body.edition]).toEqual([201, own.edition]);
    expect((await save(begun.body.id, { progress })).status).toBe(200);
    expect((await start({ surveyId: own.id, edition: 2_000 })).body.errors).toEqual([
      { path: 'edition', message: 'The survey has no such edition' },
    ]);
  });
});

describe('reading', () => {
  test('a consultant sees only the interviews of assigned hotels', async () => {
    const elsewhere = await aHotel(server);
    const mine = (await start()).body.id;
    const other = (await start({ hotelId: elsewhere.id }, 'asa')).body.id;
    const ids = async (who: 'asa' | 'connie') =>
      (await server.as(who)('GET', '/api/interview-sessions/all')).body.map(
        (one: { id: number }) => one.id,
      );
    expect(await ids('connie')).toContain(mine);
    expect(await ids('connie')).not.toContain(other);
    expect(await ids('asa')).toEqual(expect.arrayContaining([mine, other]));
    const path = `/api/interview-sessions/hotel/${elsewhere.id}`;
    expect((await server.as('connie')('GET', path)).status).toBe(404);
  });

  test('a list counts what is asked now where conditions hide questions, and only there', async () => {
    const own = await aSurvey(server, { choices: 4 });
    const [first, second, third, fourth] = own.questions;
    const [no, , yes] = first!.answers;
    const showIf = [{ questionId: first!.id, is: [yes!.id] }];
    for (const { id } of [second!, third!])
      await server.as('alice')('PUT', `/api/questions/${id}`, { showIf });
    const given = (answerId: number) => ({ answerId, score: 0, textValue: null });
    const begin = async (answerId: number, more: object = {}) => {
      const progress = {
        [first!.id]: given(answerId),
        [fourth!.id]: given(fourth!.answers[0]!.id),
      };
      const place = { surveyId: own.id, currentQuestionIndex: 3, progress, ...more };
      return (await start(place)).body.id as number;
    };
    const hidden = await begin(no!.id);
    const shown = await begin(yes!.id);
    const before = await begin(no!.id, { edition: own.edition });
    const done = await begin(no!.id, { status: 'completed' });
    const plain = (await start()).body.id;
    for (const path of [`hotel/${hotel.id}`, 'all']) {
      const { body } = await server.as('connie')('GET', `/api/interview-sessions/${path}`);
      const rows: { id: number; askedNow?: object }[] = body;
      const askedNow = (id: number) => rows.find((row) => row.id === id)?.askedNow;
      // The text question at the end is not answered yet, so nobody knows whether it will be asked.
      expect(askedNow(hidden)).toEqual({ index: 1, questionCount: 3, percent: 67 });
      expect(askedNow(shown)).toEqual({ index: 3, questionCount: 5, percent: 40 });
      for (const id of [before, done, plain]) expect(askedNow(id)).toBeUndefined();
    }
  });

  test('lists contain each interview exactly as its own call returns it', async () => {
    const words = 'Ärmel "so" \\ 50 %\n\t\u2028😀 \\u0041';
    const { id: questionId, answers } = survey.questions[0]!;
    const { body } = await start({
      ...{ notes: words, respondentName: words, remarks: { [questionId]: words } },
      progress: { [questionId]: { answerId: answers[0]!.id, score: 0, textValue: null } },
      startedAt: '2026-05-04T09:00:00.070Z',
    });
    for (const updated of ['2026-05-04 09:00:00.000999+00', '2026-05-04 09:00:00+00']) {
      await server.deps.pool.query(
        "update interview_sessions set last_updated_at = $2, status = 'completed' where id = $1",
        [body.id, updated],
      );
      const own = (await save(body.id, { status: 'completed' })).body;
      expect(own.lastUpdatedAt).toBe('2026-05-04T09:00:00.000Z');
      for (const list of [`hotel/${hotel.id}`, 'all']) {
        const { body: listed } = await server.as('asa')('GET', `/api/interview-sessions/${list}`);
        expect(listed.filter((one: { id: number }) => one.id === body.id)).toEqual([own]);
      }
    }
  });

  test('the list can be limited to interviews in progress', async () => {
    const underWay = (await start()).body.id;
    const done = (await start()).body.id;
    await save(done, { status: 'completed' });
    const path = '/api/interview-sessions/all?status=in_progress';
    const { body } = await server.as('asa')('GET', path);
    const ids = body.map((one: { id: number }) => one.id);
    expect(ids).toContain(underWay);
    expect(ids).not.toContain(done);
  });
});
