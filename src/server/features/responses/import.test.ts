import { createHash } from 'node:crypto';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { digestHeader } from '#domain/sync/client-id.ts';
import { exportFormat, exportVersion, type Imported } from '#domain/sync/exported-file.ts';
import { aHotel, aSurvey } from '#test/build.ts';
import { people, type PersonName } from '#test/people.ts';
import { openTestApp, type Answer, type TestApp } from '#test/test-app.ts';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  survey = await aSurvey(server);
  hotel = await aHotel(server, { serviceConsultantId: server.idOf('connie') });
});

let made = 0;
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** Returns a response as a device exports it, with its digest. */
function anEnvelope(more: object = {}) {
  made += 1;
  const clientId = `offline_${made}_exported`;
  const [question] = survey.questions;
  const body = JSON.stringify({
    clientId,
    surveyId: survey.id,
    edition: survey.edition,
    hotelId: hotel.id,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    responseAnswers: [{ questionId: question!.id, answerId: question!.answers[2]!.id }],
    ...more,
  });
  return { clientId, digest: digestOf(body), body };
}
type Envelope = ReturnType<typeof anEnvelope>;

function aFile(responses: unknown[], who: PersonName = 'connie') {
  const { name, email } = people[who];
  return {
    format: exportFormat,
    version: exportVersion,
    exportedAt: '2026-03-01T09:00:00.000Z',
    owner: { id: server.idOf(who), name, email },
    responses,
  };
}
const importing = (body: unknown, who: PersonName | 'nobody' = 'alice') =>
  server.as(who)('POST', '/api/responses/import', body);
const outcomes = ({ body }: Answer) =>
  (body.responses as Imported[]).map(({ outcome, refusal }) => [outcome, refusal]);
const sync = ({ body, digest }: Envelope, who: PersonName = 'connie') =>
  server.as(who)('POST', '/api/responses', body, { [digestHeader]: digest });
const stored = ({ clientId }: Envelope) =>
  server.db.selectFrom('responses').selectAll().where('clientId', '=', clientId).execute();

describe('an import is refused', () => {
  test('without a session, and for everybody but Admins', async () => {
    const envelope = anEnvelope();
    const file = aFile([envelope]);
    expect((await importing(file, 'nobody')).status).toBe(401);
    for (const who of ['asa', 'connie'] as const)
      expect((await importing(file, who)).status).toBe(403);
    expect(await stored(envelope)).toEqual([]);
  });

  test('when the file is not an export or has another version, with the path of the error', async () => {
    const file = aFile([anEnvelope()]);
    for (const [change, path] of [
      [{ format: 'something-else' }, 'format'],
      [{ version: 2 }, 'version'],
      [{ owner: { ...file.owner, id: '1' } }, 'owner.id'],
      [{ responses: [] }, 'responses'],
      [
        { responses: [{ clientId: 'offline_1_x', digest: 'abc', body: '{}' }] },
        'responses.0.digest',
      ],
      [{ responses: Array.from({ length: 501 }, () => anEnvelope()) }, 'responses'],
    ] as const) {
      const { status, body } = await importing({ ...file, ...change });
      expect(status).toBe(400);
      expect(body.errors[0].path).toBe(path);
    }
    expect((await importing({ ...file, more: 1 })).status).toBe(400);
  });

  test('when the file is too large', async () => {
    const { status, body } = await importing(aFile([anEnvelope({ notes: 'x'.repeat(4_200_000) })]));
    expect([status, body.type]).toEqual([413, '/problems/too-large']);
  });

  test('when the file has the key __proto__; within a response that key changes nothing', async () => {
    const file = JSON.stringify(aFile([anEnvelope()]));
    const hostile = file.replace('{', '{"__proto__":{"isAdmin":true},');
    expect((await importing(hostile)).status).toBe(400);
    const inside = anEnvelope();
    const body = inside.body.replace(
      '{',
      '{"__proto__":{"userId":1},"constructor":{"prototype":{}},',
    );
    const { status } = await importing(aFile([{ ...inside, body, digest: digestOf(body) }]));
    expect(status).toBe(200);
    expect((await stored(inside))[0]?.userId).toBe(server.idOf('connie'));
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false);
  });

  test('when the file’s owner has no account here', async () => {
    const file = aFile([anEnvelope()]);
    const owner = { ...file.owner, name: 'Nora Nobody', email: 'nora@elsewhere.example' };
    const { status, body } = await importing({ ...file, owner });
    expect(status).toBe(400);
    expect(body.detail).toContain('Nora Nobody (nora@elsewhere.example)');
  });
});

describe('each imported response', () => {
  test('is stored for its owner, scored and flagged as if they had sent it, and the importer is recorded', async () => {
    const other = await aHotel(server);
    const own = anEnvelope({ totalScore: 10, maxScore: 20 });
    const notAssigned = anEnvelope({ hotelId: other.id });
    const { body, status } = await importing(aFile([own, notAssigned]));
    expect(status).toBe(200);
    expect(body.responses).toMatchObject([
      { clientId: own.clientId, outcome: 'stored', reviewReasons: [], refusal: null },
      { outcome: 'stored', reviewReasons: ['hotel-not-assigned'] },
    ]);
    const [row] = await stored(own);
    expect(row).toMatchObject({
      id: body.responses[0].responseId,
      userId: server.idOf('connie'),
      totalScore: 10,
      maxScore: 20,
      hotelName: hotel.hotelName,
      digest: own.digest,
    });
    const event = await server.db
      .selectFrom('auditEvents')
      .select(['action', 'actorId', 'details'])
      .where('objectId', '=', row!.id)
      .where('action', 'like', 'response.%')
      .execute();
    expect(event).toEqual([
      {
        action: 'response.imported',
        actorId: server.idOf('alice'),
        details: {
          surveyId: survey.id,
          surveyTitle: survey.title,
          hotelId: hotel.id,
          hotelName: hotel.hotelName,
          userId: server.idOf('connie'),
        },
      },
    ]);
  });

  test('that cannot be stored is listed with its reason, and the others are stored', async () => {
    const good = [anEnvelope(), anEnvelope()];
    const damaged = { ...anEnvelope(), digest: digestOf('other bytes') };
    const noJson = { ...anEnvelope(), body: '{"clientId":', digest: digestOf('{"clientId":') };
    const renamed = { ...anEnvelope(), clientId: 'offline_another_name' };
    const nameless = anEnvelope({ respondentName: ' ' });
    const stranger = anEnvelope({ responseAnswers: [{ questionId: 2_000_000_000 }] });
    const ofYearZero = anEnvelope({ completedAt: '0000-01-01T00:00:00Z' });
    const answer = await importing(
      aFile([good[0], damaged, noJson, renamed, nameless, stranger, ofYearZero, good[1]]),
    );
    expect(outcomes(answer)).toEqual([
      ['stored', null],
      ['refused', 'The response was damaged in the file.'],
      ['refused', 'The response cannot be read.'],
      ['refused', expect.stringMatching(/^The file names another interview/)],
      ['refused', 'Respondent name is required'],
      ['refused', expect.stringMatching(/^One of the answers is to a question/)],
      ['stored', null],
      ['stored', null],
    ]);
  });

  test('is stored even if its owner was deactivated or has a new e-mail address', async () => {
    const change = (set: object) =>
      server.db.updateTable('systemUsers').set(set).where('id', '=', server.idOf('cole')).execute();
    const file = aFile([anEnvelope()], 'cole');
    await change({ isActive: false, email: 'c.consultant@hotel.example' });
    expect(outcomes(await importing(file))).toEqual([['stored', null]]);
    await change({ isActive: true, email: people.cole.email });
  });
});

describe('a response is stored exactly once', () => {
  test('when the file is imported twice, even at the same time', async () => {
    const envelopes = [anEnvelope(), anEnvelope()];
    const file = aFile(envelopes);
    const answers = await Promise.all([importing(file), importing(file)]);
    const told = answers.map((answer) => outcomes(answer).map(([outcome]) => outcome)).flat();
    expect(told.filter((outcome) => outcome === 'stored')).toHaveLength(2);
    expect(told.filter((outcome) => outcome === 'present')).toHaveLength(2);
    expect(outcomes(await importing(file))).toEqual([
      ['present', null],
      ['present', null],
    ]);
    for (const envelope of envelopes) expect(await stored(envelope)).toHaveLength(1);
  });

  test('when it is imported and then sent by the device, which gets its receipt', async () => {
    const envelope = anEnvelope();
    const imported = await importing(aFile([envelope]));
    const { status, body } = await sync(envelope);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: imported.body.responses[0].responseId,
      digest: envelope.digest,
      clientId: envelope.clientId,
    });
    expect(await stored(envelope)).toHaveLength(1);
  });

  test('when it is sent by the device and then imported', async () => {
    const envelope = anEnvelope();
    const { body } = await sync(envelope);
    const answer = await importing(aFile([envelope]));
    expect(answer.body.responses[0]).toMatchObject({ outcome: 'present', responseId: body.id });
    expect(await stored(envelope)).toHaveLength(1);
  });

  test('and an import replaces neither another person’s response nor a deleted one', async () => {
    const asas = anEnvelope();
    await sync(asas, 'asa');
    const [taken] = outcomes(await importing(aFile([asas])));
    expect(taken).toEqual(['refused', expect.stringContaining('This interview was completed on')]);
    const gone = anEnvelope();
    const { body } = await sync(gone);
    await server.as('asa')('DELETE', `/api/responses/${body.id}`);
    const [deleted] = outcomes(await importing(aFile([gone])));
    expect(deleted).toEqual([
      'refused',
      expect.stringMatching(/somebody has deleted it there since/),
    ]);
    expect(await stored(gone)).toEqual([]);
  });
});
