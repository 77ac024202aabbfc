import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { aHotel, aSurvey, hotelFields, threeOptions } from '#test/build.ts';
import { openTestApp, type Answer, type TestApp } from '#test/test-app.ts';

/**
 * Tests what a client sends that was written from the list of calls alone: JSON declared on every
 * call, null and empty text for missing values, and numbers as the text of form fields.
 */
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

const admin = (...call: Parameters<ReturnType<TestApp['as']>>) => server.as('alice')(...call);
const json = { 'content-type': 'application/json' };
const at = (path: string, message: string) => [{ path, message }];

async function expectRefused(answer: Answer, errors: object[]) {
  expect(answer.status).toBe(400);
  expect(answer.body.errors).toEqual(errors);
  expect(answer.body.detail).toBe(answer.body.errors[0].message);
}

let made = 0;
const newHotel = (more: object = {}) => {
  made += 1;
  return { ...hotelFields, hotelId: `W${made}`, ...more };
};
const respondent = { respondentName: 'Rosa Reception', respondentJobTitle: 'Front desk' };
const createSurvey = async (more: object = {}) => {
  const { body } = await admin('POST', '/api/surveys', {
    title: 'Arrival',
    category: 'hospitality',
    ...more,
  });
  return body;
};

describe('JSON that is named, and no body', () => {
  test('is no body where a call takes none', async () => {
    const { id } = await aHotel(server);
    expect((await admin('DELETE', `/api/hotels/${id}`, '', json)).status).toBe(204);
    expect((await server.as('nobody')('POST', '/api/auth/logout', '', json)).status).toBe(204);
  });

  test.each([
    ['named', '', json],
    ['named by nothing', undefined, {}],
  ])('names what is missing where one is needed: %s', async (_, body, headers) => {
    await expectRefused(await admin('POST', '/api/surveys', body, headers), [
      ...at('title', 'Survey title is required'),
      ...at('category', 'Category is required'),
    ]);
  });

  test('changes nothing where a change needs no field in particular', async () => {
    const { id } = await aHotel(server);
    await expectRefused(
      await admin('PATCH', `/api/hotels/${id}`, '', json),
      at('', 'Please send what to change.'),
    );
  });

  test('is told from JSON that is broken', async () => {
    const { body } = await admin('POST', '/api/surveys', '{', json);
    expect(body.type).toBe('/problems/malformed-request');
  });
});

describe('what is missing is told in the words of the form', () => {
  test.each([
    ['/api/auth/login', 'email', {}, 'Please enter a valid email address'],
    ['/api/auth/login', 'password', {}, 'Password is required'],
    ['/api/auth/login', 'password', { password: null }, 'Password is required'],
    ['/api/interview-sessions', 'surveyId', {}, 'Please select a survey'],
    ['/api/interview-sessions', 'hotelId', {}, 'Please select a hotel'],
    ['/api/interview-sessions', 'respondentName', {}, 'Respondent name is required'],
    ['/api/system-users', 'email', {}, 'Please enter a valid email address'],
    ['/api/system-users', 'email', { email: null }, 'Please enter a valid email address'],
    ['/api/system-users', 'mobileNumber', {}, 'Mobile Number is required'],
    ['/api/system-users', 'roleId', { roleId: null }, 'Role is required'],
    ['/api/hotels', 'hotelName', { hotelName: null }, 'Hotel Name is required'],
    ['/api/hotels', 'hotelPostalCode', { hotelPostalCode: 2110 }, 'Postal Code must be text'],
    ['/api/responses', 'surveyId', {}, 'Please select a survey'],
    ['/api/questions', 'surveyId', {}, 'Please select a survey'],
    ['/api/answers', 'questionId', {}, 'Please select a question'],
    ['/api/response-answers', 'responseId', {}, 'Please select a response'],
  ])('%s, %s of %j', async (path, field, sent, message) => {
    const { status, body } = await admin('POST', path, sent);
    expect(status).toBe(400);
    expect(body.errors).toContainEqual({ path: field, message });
  });
});

describe('null and empty text are what is not there', () => {
  test('in a survey and its questions', async () => {
    const survey = await createSurvey({ description: null });
    expect(survey.description).toBe('');
    await admin('PUT', `/api/surveys/${survey.id}`, { description: 'Words' });
    const emptied = await admin('PUT', `/api/surveys/${survey.id}`, { description: null });
    expect(emptied.body.description).toBe('');
    for (const kpeCategory of ['', 'none', 'None', null]) {
      const { status, body } = await admin('POST', '/api/questions', {
        surveyId: survey.id,
        text: 'How was it?',
        type: 'radio',
        kpeCategory,
        answers: threeOptions.map((option) => ({ ...option, id: null })),
      });
      expect([status, body.kpeCategory, body.answers?.length]).toEqual([201, null, 3]);
      const [kept] = body.answers;
      const changed = await admin('PUT', `/api/questions/${body.id}`, {
        kpeCategory,
        answers: [
          { ...kept, id: String(kept.id) },
          { id: null, text: 'New' },
        ],
      });
      expect(changed.body.answers).toMatchObject([{ id: kept.id }, { text: 'New' }]);
    }
    const refused = { surveyId: survey.id, text: 'Why?', type: 'text', kpeCategory: 'Nonesuch' };
    await expectRefused(
      await admin('POST', '/api/questions', refused),
      at('kpeCategory', 'Choose a category from the list'),
    );
  });

  test('in a hotel, a user, an interview and a response', async () => {
    const hotel = await admin('POST', '/api/hotels', newHotel({ chainScale: '' }));
    expect([hotel.status, hotel.body.chainScale]).toEqual([201, null]);
    const path = `/api/hotels/${hotel.body.id}`;
    await admin('PATCH', path, { chainScale: 'Luxury' });
    expect((await admin('PATCH', path, { chainScale: '' })).body.chainScale).toBeNull();

    const survey = await aSurvey(server);
    const interview = { hotelId: hotel.body.id, surveyId: survey.id, ...respondent, notes: null };
    const session = await admin('POST', '/api/interview-sessions', interview);
    expect([session.status, session.body.notes]).toEqual([201, '']);
    const response = await admin('POST', '/api/responses', {
      ...interview,
      hotelId: null,
      hotelName: null,
    });
    expect([response.status, response.body.notes, response.body.hotelName]).toEqual([201, '', '']);
  });
});

describe('numbers as text', () => {
  test('are numbers, through a whole interview', async () => {
    const hotel = await aHotel(server);
    const survey = await createSurvey({ status: 'active' });
    const asked = await admin('POST', '/api/questions', {
      surveyId: String(survey.id),
      text: 'How was it?',
      type: 'radio',
      order: '1',
      weight: '3',
    });
    expect(asked.body).toMatchObject({ surveyId: survey.id, weight: 3 });
    const questionId = String(asked.body.id);
    for (const [order, { text, score }] of threeOptions.entries()) {
      const option = { questionId, text, score: String(score), order: String(order + 1) };
      const { status, body } = await admin('POST', '/api/answers', option);
      expect([status, body]).toMatchObject([201, { score, order: order + 1 }]);
    }
    const { body: options } = await admin('GET', `/api/answers/question/${questionId}`);
    const answerId = String(options[2].id);

    const interview = { hotelId: String(hotel.id), surveyId: String(survey.id), ...respondent };
    const session = await admin('POST', '/api/interview-sessions', interview);
    expect(session.body).toMatchObject({ hotelId: hotel.id, surveyId: survey.id });
    const saved = await admin('PUT', `/api/interview-sessions/${session.body.id}`, {
      currentQuestionIndex: '1',
      progress: { [questionId]: { answerId, score: '10', textValue: null } },
    });
    expect(saved.body).toMatchObject({
      currentQuestionIndex: 1,
      progress: { [questionId]: { answerId: options[2].id, score: 10 } },
    });

    const sent = {
      ...interview,
      clientId: 'offline_1_as_text',
      sessionId: String(session.body.id),
      totalScore: '10',
      maxScore: '10',
      responseAnswers: [{ questionId, answerId, score: '10' }],
    };
    const response = await admin('POST', '/api/responses', sent);
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({ totalScore: 10, maxScore: 10, reviewReasons: [] });
    const again = await admin('POST', '/api/responses', sent);
    expect([again.status, again.body.id]).toEqual([200, response.body.id]);
    const answered = await admin('POST', '/api/response-answers', {
      responseId: String(response.body.id),
      questionId,
      answerId: String(options[1].id),
    });
    expect(answered.body).toMatchObject({ answerId: options[1].id, score: 5 });
  });

  test('are numbers of a role, of hotels and of a consultant', async () => {
    const hotel = await aHotel(server);
    const { body: roles } = await admin('GET', '/api/user-roles');
    const role = roles.find(({ name }: { name: string }) => name === 'Service Consultant');
    const { status, body } = await admin('POST', '/api/system-users', {
      name: 'Uma User',
      email: 'uma@hotel.example',
      mobileNumber: '1',
      roleId: String(role.id),
      password: null,
      assignedHotelIds: [String(hotel.id)],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ assignedHotelIds: [hotel.id], mustChangePassword: true });
    const given = { serviceConsultantId: String(body.id) };
    const changed = await admin('PATCH', `/api/hotels/${hotel.id}`, given);
    expect(changed.body.serviceConsultantId).toBe(body.id);
  });

  test.each(['', 'three', '0x3', '1e1', '3.5', ' 3', '4294967296', '99999999999', true, 2 ** 40])(
    '%j is the number of no survey',
    async (surveyId) => {
      const { id } = await aHotel(server);
      await expectRefused(
        await admin('POST', '/api/interview-sessions', { hotelId: id, surveyId, ...respondent }),
        at('surveyId', 'Please select a survey'),
      );
    },
  );
});

test('times with a distance from UTC are kept in UTC', async () => {
  const { id: surveyId } = await aSurvey(server);
  const { id: hotelId } = await aHotel(server);
  const now = Date.now();
  // The same moment with the offset of Cairo or Kathmandu.
  const shifted = (moment: number, minutes: number, name: string) =>
    new Date(moment + minutes * 60_000).toISOString().replace('Z', name);
  const begun = now - 600_000;
  const startedAt = shifted(begun, 120, '+02:00');
  const interview = { hotelId, surveyId, ...respondent, startedAt };
  const session = await admin('POST', '/api/interview-sessions', interview);
  expect(session.body.startedAt).toBe(new Date(begun).toISOString());
  const response = await admin('POST', '/api/responses', {
    ...interview,
    completedAt: shifted(now - 1000, 345, '+05:45'),
  });
  expect(response.status).toBe(201);
  expect(response.body).toMatchObject({
    startedAt: new Date(begun).toISOString(),
    completedAt: new Date(now - 1000).toISOString(),
    reviewReasons: ['incomplete'],
  });
  await expectRefused(
    await admin('POST', '/api/responses', { ...interview, startedAt: '31/03/2026' }),
    at('startedAt', 'Give a moment such as 2026-03-31T10:00:00Z or 2026-03-31T10:00:00+02:00'),
  );
});

test('a question that becomes one of choice gets its options one by one, and is asked then', async () => {
  const survey = await createSurvey({ status: 'active' });
  const { id: hotelId } = await aHotel(server);
  const words = { surveyId: survey.id, text: 'How was it?', type: 'text' };
  const { body: question } = await admin('POST', '/api/questions', words);
  const path = `/api/questions/${question.id}`;
  const questionCount = async () => {
    const interview = { hotelId, surveyId: survey.id, ...respondent };
    return (await admin('POST', '/api/interview-sessions', interview)).body.questionCount;
  };
  expect(await questionCount()).toBe(1);
  const changed = await admin('PUT', path, { type: 'radio' });
  expect([changed.status, changed.body.answers]).toEqual([200, []]);
  expect(await questionCount()).toBeUndefined();
  const option = (text: string) => ({ questionId: question.id, text });
  await admin('POST', '/api/answers', option('Yes'));
  expect(await questionCount()).toBeUndefined();
  await admin('POST', '/api/answers', option('No'));
  expect(await questionCount()).toBe(1);

  const few = { type: 'radio', answers: [{ text: 'Yes' }] };
  await expectRefused(
    await admin('PUT', path, few),
    at('answers', 'Add at least 2 answer options'),
  );
});

test('a hotel may come with what its stages left behind', async () => {
  const history = {
    stage: 'Evaluation',
    virtualSessionCompletionDate: '2026-03-31',
    virtualReAssessmentCompletionDate: '2026-04-30T22:00:00.000Z',
    evaluationNotes: 'A fine house',
  };
  const { status, body } = await admin('POST', '/api/hotels', newHotel(history));
  expect(status).toBe(201);
  expect(body).toMatchObject({ ...history, virtualReAssessmentCompletionDate: '2026-04-30' });
  const stored = await admin('GET', `/api/hotels/${body.id}`);
  expect(stored.body).toEqual(body);
});

test('only an active survey is answered, unless the answers were captured before', async () => {
  const draft = await createSurvey();
  const { id: hotelId } = await aHotel(server);
  const once = await aSurvey(server);
  await admin('PUT', `/api/surveys/${once.id}`, { status: 'draft' });
  for (const surveyId of [draft.id, once.id])
    await expectRefused(
      await admin('POST', '/api/responses', { surveyId, hotelId, ...respondent }),
      at('surveyId', 'Only an active survey can be asked'),
    );
  const captured = { clientId: 'offline_2_captured', surveyId: once.id, hotelId, ...respondent };
  expect((await admin('POST', '/api/responses', captured)).status).toBe(201);
});

test('what a device of another release sends besides is stored without it, and named', async () => {
  const survey = await aSurvey(server);
  const { id: hotelId } = await aHotel(server);
  const [question] = survey.questions;
  const answer = { questionId: question?.id, answerId: question?.answers[0]?.id, points: 3 };
  const { status, headers } = await admin('POST', '/api/responses', {
    ...{ clientId: 'offline_3_released', surveyId: survey.id, hotelId, ...respondent },
    ...{ mood: 'good', responseAnswers: [answer] },
    ...{ clock: { skew: null, learnedAt: null, changed: false, zone: 'UTC' } },
  });
  expect([status, headers['x-ignored-fields']]).toEqual([
    201,
    'mood, responseAnswers.0.points, clock.zone',
  ]);
  const plain = await admin('GET', '/api/hotels');
  expect(plain.headers).not.toHaveProperty('x-ignored-fields');
});

test('the document of the API tells what a number, no category and a hotel of record are', async () => {
  const { body } = await admin('GET', '/api/docs');
  const { schemas } = body.components;
  const fields = (path: string) => {
    const { $ref } = body.paths[path].post.requestBody.content['application/json'].schema;
    return schemas[$ref.split('/').at(-1)].properties;
  };
  const response = fields('/api/responses');
  expect(response.surveyId).toMatchObject({
    type: 'integer',
    description: 'A number, or text that holds its digits',
  });
  expect(response.hotelName.description).toContain("record's own");
  for (const path of ['/api/responses', '/api/interview-sessions'])
    expect(fields(path).clientId.description).toContain('Sent again');
  expect(JSON.stringify(fields('/api/questions').kpeCategory)).toContain('no category');
  expect(Object.keys(fields('/api/hotels'))).toContain('evaluationNotes');
});
