import { createHash } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { FurtherFields } from '#domain/responses/further-fields.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { digestHeader } from '#domain/sync/client-id.ts';
import { aHotel, aSurvey, currentRound } from '#test/build.ts';
import { people } from '#test/people.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number };
let roundId: number;
const clock = Date.parse('2026-05-04T10:00:00Z');
beforeAll(async () => {
  server = await openTestApp({ now: () => clock });
  survey = await aSurvey(server);
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
  roundId = await currentRound(server, hotel.id);
  // The round asks a part of the survey, so that its responses can say what was asked.
  await server.db
    .updateTable('rounds')
    .set({ questions: [questionKey(first()), questionKey(words())] })
    .where('id', '=', roundId)
    .execute();
});
afterAll(() => server.close());

const newClientId = () => `offline_${clock}_${Math.random().toString(36).slice(2)}`;
const first = () => survey.questions[0]!;
const second = () => survey.questions[1]!;
const words = () => survey.questions[2]!;

/** Returns, byte for byte, what a device of the release before these fields sends. */
function lastRelease(clientId: string): string {
  return `{"clientId":"${clientId}","surveyId":${survey.id},"edition":${survey.edition},"hotelId":${hotel.id},"hotelName":"Harbour House","hotelBrand":"Harbor","hotelAddress":"1 Quay Street","respondentName":"Rosa Respondent","respondentJobTitle":"Front desk","totalScore":15,"maxScore":20,"notes":"Busy morning","syncStatus":"pending","responseAnswers":[{"questionId":${first().id},"answerId":${first().answers[1]!.id},"textValue":null,"score":5},{"questionId":${second().id},"answerId":${second().answers[2]!.id},"textValue":null,"score":10},{"questionId":${words().id},"answerId":null,"textValue":"The lift","score":0}],"sessionId":null,"startedAt":"2026-05-04T09:00:00.000Z","completedAt":"2026-05-04T09:20:00.000Z","clock":{"skew":0,"learnedAt":"2026-05-04T08:59:00.000Z","changed":false}}`;
}
/** Returns a value for each optional field but `timing`. The compiler wants a new field here too. */
const further = (): Required<Omit<FurtherFields, 'timing'>> => ({
  files: [
    {
      ...{ fileId: 'file_12345678', questionId: first().id, kind: 'photo' },
      ...{ digest: 'a'.repeat(64), size: 254_000 },
    },
  ],
  roundId,
  asked: [first().id, words().id],
  revises: 'offline_1_former',
  language: 'pt-BR',
  evidenceReason: 'The camera was broken',
});
const timing = () => ({ [first().id]: 12, [words().id]: -3 });

function outcome(more: object = {}): Record<string, unknown> {
  return { ...(JSON.parse(lastRelease(newClientId())) as object), ...more };
}
const submit = (body: unknown) => server.as('connie')('POST', '/api/responses', body);
const details = async (id: number) =>
  (await server.as('connie')('GET', `/api/responses/${id}`)).body;
const names = ['files', 'asked', 'revises', 'language', 'timing', 'evidenceReason'];

describe('a body of the last release', () => {
  test('is stored, and its receipt has the same digest and no additional field', async () => {
    for (let n = 0; n < 3; n += 1) {
      const body = lastRelease(newClientId());
      const digest = createHash('sha256').update(body).digest('hex');
      const headers = { 'content-type': 'application/json', [digestHeader]: digest };
      const send = () => server.as('connie')('POST', '/api/responses', body, headers);
      const stored = await send();
      expect([stored.status, stored.body.digest, stored.body.reviewReasons]).toEqual([
        201,
        digest,
        [],
      ]);
      expect(stored.body).toMatchObject({ totalScore: 15, maxScore: 20, notes: 'Busy morning' });
      const again = await send();
      expect([again.status, again.body]).toEqual([200, stored.body]);
      const told = await details(stored.body.id);
      for (const answer of [stored.body, told])
        for (const name of names) expect(answer).not.toHaveProperty(name);
      for (const answer of [...stored.body.responseAnswers, ...told.questions])
        for (const name of ['note', 'notApplicable']) expect(answer).not.toHaveProperty(name);
    }
  });

  test.each([
    ['of the last release', () => ({})],
    ['with everything in it', () => ({ ...further(), timing: timing() })],
  ])('a file %s is imported as it would be sent', async (_, more) => {
    const clientId = newClientId();
    const old = lastRelease(clientId);
    const body = JSON.stringify({ ...(JSON.parse(old) as object), ...more() });
    const digest = createHash('sha256').update(body).digest('hex');
    const owner = { id: server.idOf('connie'), ...people.connie };
    const imported = await server.as('alice')('POST', '/api/responses/import', {
      ...{ format: 'bellwether-responses', version: 1, exportedAt: new Date(clock).toISOString() },
      owner: { id: owner.id, name: owner.name, email: owner.email },
      responses: [{ clientId, digest, body }],
    });
    const [stored] = imported.body.responses;
    expect(stored).toMatchObject({ outcome: 'stored', refusal: null });
    expect(await details(stored.responseId)).toMatchObject(more());
  });
});

describe('the optional fields of a response', () => {
  test('are returned as they were sent, in the receipt, in lists and in the details', async () => {
    const body = outcome({ ...further(), timing: timing() });
    const stored = await submit(body);
    expect([stored.status, stored.body]).toMatchObject([201, further()]);
    expect((await submit(body)).body).toEqual(stored.body);
    const { body: list } = await server.as('connie')('GET', `/api/responses?surveyId=${survey.id}`);
    const listed = list.find(({ id }: { id: number }) => id === stored.body.id);
    expect(listed).toMatchObject(further());
    expect(listed).not.toHaveProperty('timing');
    const told = await details(stored.body.id);
    expect(told).toMatchObject(further());
    expect(told.timing).toEqual(timing());
  });

  test('do not change the score, except for asked, and times of questions that were not asked are left out', async () => {
    const plain = await submit(outcome());
    const whole = await submit(
      outcome({ ...further(), asked: undefined, timing: { ...timing(), 2_000_000_000: 4 } }),
    );
    const { totalScore, maxScore } = plain.body;
    // It names a response to replace that does not exist.
    const reviewReasons = ['revises-nothing'];
    expect(whole.body).toMatchObject({ totalScore, maxScore, reviewReasons });
    expect((await details(whole.body.id)).timing).toEqual(timing());
  });

  test.each([
    ['files', Array.from({ length: 301 }, () => ({})), 'files'],
    [
      'files',
      [{ fileId: 'x', questionId: 1, kind: 'photo', digest: '', size: 1 }],
      'files.0.fileId',
    ],
    ['roundId', 0, 'roundId'],
    ['asked', ['all'], 'asked.0'],
    ['revises', 'short', 'revises'],
    ['timing', { 1: 40_000 }, 'timing.1'],
    ['language', 'Portuguese!', 'language'],
    ['responseAnswers', [{ questionId: 1, note: 'x'.repeat(2_001) }], 'responseAnswers.0.note'],
  ])('%s out of its bounds is refused at its place', async (field, value, path) => {
    const { status, body } = await submit(outcome({ [field]: value }));
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });
});

describe('an answer’s note and its not applicable mark', () => {
  const answers = (more: object) => [
    { questionId: first().id, answerId: first().answers[2]!.id, ...more },
  ];
  const correct = (id: number, more: object) =>
    server.as('connie')('POST', `/api/responses/${id}/corrections`, {
      responseAnswers: answers(more),
    });

  test('are stored with the answer, except an empty note and a false mark', async () => {
    const whole = await submit(
      outcome({ responseAnswers: answers({ note: ' Twice ', notApplicable: true }) }),
    );
    expect(whole.body.responseAnswers[0]).toMatchObject({ note: 'Twice', notApplicable: true });
    const [asked] = (await details(whole.body.id)).questions;
    expect(asked).toMatchObject({ note: 'Twice', notApplicable: true });
    const empty = await submit(
      outcome({ responseAnswers: answers({ note: ' ', notApplicable: false }) }),
    );
    expect(empty.body.responseAnswers[0]).not.toHaveProperty('note');
    expect(empty.body.responseAnswers[0]).not.toHaveProperty('notApplicable');
  });

  test('a correction keeps the note unless it has its own, and keeps the times', async () => {
    const { body } = await submit(
      outcome({ responseAnswers: answers({ note: 'Twice' }), timing: timing() }),
    );
    const other = { answerId: first().answers[0]!.id };
    expect((await correct(body.id, other)).status).toBe(200);
    expect((await details(body.id)).questions[0]).toMatchObject({ score: 0, note: 'Twice' });
    expect((await correct(body.id, { ...other, note: 'Once' })).status).toBe(200);
    const told = await details(body.id);
    expect(told.questions[0]).toMatchObject({ score: 0, note: 'Once' });
    expect([told.timing, told.revisions.length]).toEqual([timing(), 2]);
    expect((await correct(body.id, { ...other, note: 'Once' })).status).toBe(200);
    expect((await details(body.id)).revisions).toHaveLength(2);
  });
});
