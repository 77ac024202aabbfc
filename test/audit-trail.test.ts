import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { sentenceOf } from '#domain/audit/event-sentence.ts';
import type { AuditEvent } from '#domain/audit/event.ts';
import { exportFormat, exportVersion } from '#domain/sync/exported-file.ts';
import type { OwnSession } from '#domain/people/sign-in.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { beginSession } from '#server/http/auth-sessions.ts';
import { hashPassword } from '#server/passwords.ts';
import { routes } from '#server/routes.ts';
import { aHotel, anAction, aQuestion, aSurvey, currentRound } from './build.ts';
import { aLink, sendByLink } from './contact.ts';
import { sendEvidence } from './evidence.ts';
import { aForm } from './form.ts';
import { openTestApp, type Answer, type TestApp } from './test-app.ts';

/**
 * Calls every writing route and looks for its event in the audit trail. A new route fails here
 * until it is called too, or the list gives a reason why it records nothing.
 */
const password = 'lighthouse keeper';
const secondPassword = 'harbour in the morning';
/** Words of a respondent. They must not appear in the trail. */
const said = 'The lobby smelled of oranges';

let server: TestApp;
let survey: SurveyWithQuestions;
let hotel: { id: number; hotelName: string };
let roleId: number;
beforeAll(async () => {
  server = await openTestApp();
  survey = await aSurvey(server);
  hotel = await aHotel(server);
  const role = server.db.selectFrom('userRoles').select('id').where('name', '=', 'Assessor');
  roleId = (await role.executeTakeFirstOrThrow()).id;
  await server.db
    .updateTable('systemUsers')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', server.idOf('cole'))
    .execute();
});
afterAll(() => server.close());

const admin = (...call: Parameters<ReturnType<TestApp['as']>>) => server.as('alice')(...call);
const idOf = async (made: Promise<Answer>): Promise<number> => (await made).body.id;

const draft = () =>
  idOf(admin('POST', '/api/surveys', { title: 'Draft', category: 'hospitality' }));
const question = (surveyId: number) => aQuestion(server, surveyId, { text: 'How was the lobby?' });
const aUser = () =>
  idOf(
    admin('POST', '/api/system-users', {
      name: 'Uma User',
      email: `uma${randomUUID()}@hotel.example`,
      mobileNumber: '+1 555 0142',
      roleId,
      password,
    }),
  );
const session = () =>
  idOf(
    admin('POST', '/api/interview-sessions', {
      hotelId: hotel.id,
      surveyId: survey.id,
      respondentName: 'Rosa Respondent',
      respondentJobTitle: 'Front desk',
    }),
  );
const text = () => survey.questions.find(({ type }) => type === 'textarea')?.id;
const submit = () =>
  admin('POST', '/api/responses', {
    surveyId: survey.id,
    edition: survey.edition,
    hotelId: hotel.id,
    hotelName: hotel.hotelName,
    respondentName: 'Rosa Respondent',
    respondentJobTitle: 'Front desk',
    notes: said,
    responseAnswers: [{ questionId: text(), textValue: said }],
  });
/** Makes a hotel with one response, in its round. */
async function ofRound(): Promise<{ round: number; response: number }> {
  const { id } = await aHotel(server);
  const response = await idOf(
    admin('POST', '/api/responses', {
      surveyId: survey.id,
      hotelId: id,
      respondentName: 'Rosa Respondent',
      respondentJobTitle: 'Front desk',
    }),
  );
  return { round: await currentRound(server, id), response };
}
const approve = (round: number) => server.as('asa')('POST', `/api/rounds/${round}/approve`);
const remark = (response: number) =>
  admin('POST', `/api/responses/${response}/remarks`, {
    clientId: `remark_${randomUUID()}`,
    text: said,
  });
/** Files an appeal of the first question of a response in an approved round. */
async function appeal() {
  const { round, response } = await ofRound();
  await approve(round);
  const [question] = survey.questions;
  return server.as('asa')('POST', '/api/appeals', {
    ...{ clientId: `appeal_${randomUUID()}`, responseId: response, claim: said },
    ...{ questionId: question?.id, wanted: question?.answers[2]?.id },
  });
}
const upload = () =>
  admin(
    'POST',
    `/api/hotels/${hotel.id}/evaluation-documents`,
    ...aForm('plan.pdf', '%PDF-1.7\n1 0 obj << >> endobj\n%%EOF\n'),
  );
const photo = (interview = `offline_${randomUUID()}`) =>
  sendEvidence(server, 'alice', { interview, question: 1 });
const plannedRound = () =>
  admin('POST', `/api/hotels/${hotel.id}/rounds`, {
    clientId: `round_${randomUUID()}`,
    kind: 'onsite',
  });
/** Waives a question of its own each time, because two waivers of one question may not overlap. */
async function aWaiver() {
  const question = await admin('POST', '/api/questions', {
    ...{ surveyId: survey.id, text: `Is there a lift? ${randomUUID()}`, type: 'text' },
  });
  return admin('POST', `/api/hotels/${hotel.id}/waivers`, {
    ...{ clientId: `waiver_${randomUUID()}`, questionKey: `id:${question.body.id}` },
    ...{ reason: said, validFrom: '2026-01-01' },
    validTo: new Date(Date.now() + 1e10).toISOString().slice(0, 10),
  });
}
const aContact = () =>
  admin('POST', `/api/hotels/${hotel.id}/contacts`, {
    ...{ clientId: `contact_${randomUUID()}`, name: 'Ana Hotel', email: 'ana@hotel.example' },
  });
async function linksOfOne() {
  const { id } = (await aContact()).body;
  return `/api/hotels/${hotel.id}/contacts/${id}/links`;
}
/** Makes a link to the hotel's current round. */
async function makeLink(path: string) {
  const made = await admin('POST', path, {
    ...{ clientId: `link_${randomUUID()}`, roundId: await currentRound(server, hotel.id) },
  });
  tokens.push(made.body.token);
  return made;
}
const openLink = (token: string) => server.as('nobody')('POST', '/api/link/open', { token });
const tokens: string[] = [];
/** Appeals an answer of an approved round by a link. */
async function appealByLink() {
  const { round: roundId, response: responseId } = await ofRound();
  await approve(roundId);
  const { hotelId } = await server.db
    .selectFrom('rounds')
    .select('hotelId')
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow();
  const { cookie } = await aLink(server, { hotelId, roundId });
  const [asked] = survey.questions;
  const body = {
    ...{ clientId: `appeal_${randomUUID()}`, responseId, claim: said },
    ...{ questionId: asked?.id, wanted: asked?.answers[2]?.id },
  };
  return server.as('nobody')('POST', '/api/link/appeals', body, { cookie });
}
/** Adds a photo to an action of a round by its link, and comments there. */
async function workByLink() {
  const { round: roundId } = await ofRound();
  await approve(roundId);
  const { hotelId } = await server.db
    .selectFrom('rounds')
    .select('hotelId')
    .where('id', '=', roundId)
    .executeTakeFirstOrThrow();
  const { id } = await anAction(server, hotelId);
  await server.db
    .updateTable('actions')
    .set({ foundIn: [roundId] })
    .where('id', '=', id)
    .execute();
  const { cookie } = await aLink(server, { hotelId, roundId });
  const body = { clientId: `event_${randomUUID()}`, kind: 'comment', text: said };
  return {
    photo: () => sendByLink(server, cookie, { action: id }),
    comment: () => server.as('nobody')('POST', `/api/link/actions/${id}/events`, body, { cookie }),
  };
}
/** Begins a self-assessment by a link, and completes it. */
async function assessByLink() {
  const { id: hotelId } = await aHotel(server);
  const roundId = await currentRound(server, hotelId);
  const { cookie } = await aLink(server, { hotelId, roundId });
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    server.as('nobody')(method, `/api/link/interviews${path}`, body, { cookie });
  const clientId = `self_${randomUUID()}`;
  const answers = survey.questions.flatMap(({ id, answers: [answer] }) =>
    answer ? [[id, { answerId: answer.id }]] : [],
  );
  return {
    begin: () => send('POST', '', { clientId, surveyId: survey.id }),
    complete: () =>
      send('PUT', `/${clientId}/completion`, {
        ...{ progress: Object.fromEntries(answers), notes: said },
      }),
  };
}
const sample = (name: string) => readFile(new URL(`./samples/${name}`, import.meta.url));

type Act = () => Promise<Answer>;
/** Each writing route, with the event it records and a part of its sentence. */
const performed: Record<string, [act: Act, action: string, sentence: RegExp]> = {
  'POST /api/auth/login': [
    () => server.as('nobody')('POST', '/api/auth/login', { email: 'cole@hotel.example', password }),
    'user.signed-in',
    /^Cole Consultant signed in$/,
  ],
  'POST /api/auth/password': [
    () =>
      server.as('cole')('POST', '/api/auth/password', {
        currentPassword: password,
        newPassword: secondPassword,
      }),
    'user.password-changed',
    /^Cole Consultant chose a new password$/,
  ],
  'DELETE /api/auth/sessions/{id}': [
    async () => {
      await beginSession(server.db, server.idOf('connie'), 'Firefox/1.0');
      const { body } = await server.as('connie')('GET', '/api/auth/sessions');
      const { id } = body.find(({ isThis }: OwnSession) => !isThis);
      return server.as('connie')('DELETE', `/api/auth/sessions/${id}`);
    },
    'user.session-ended',
    /^Connie Consultant signed out one of their devices: Firefox$/,
  ],
  'POST /api/auth/sessions/end-others': [
    async () => {
      await beginSession(server.db, server.idOf('connie'), 'Firefox/1.0');
      return server.as('connie')('POST', '/api/auth/sessions/end-others');
    },
    'user.other-sessions-ended',
    /^Connie Consultant signed out all their other devices$/,
  ],
  'POST /api/auth/logout': [
    () => server.as('connie')('POST', '/api/auth/logout'),
    'user.signed-out',
    /^Connie Consultant signed out$/,
  ],
  'POST /api/surveys': [
    () => admin('POST', '/api/surveys', { title: 'New', category: 'hospitality' }),
    'survey.created',
    /created the survey New$/,
  ],
  'POST /api/surveys/sample': [
    () => admin('POST', '/api/surveys/sample'),
    'survey.created',
    /created the survey Service Culture Baseline$/,
  ],
  'PUT /api/surveys/{id}': [
    async () => admin('PUT', `/api/surveys/${await draft()}`, { title: 'Renamed' }),
    'survey.changed',
    /changed title of the survey Draft$/,
  ],
  'POST /api/surveys/{id}/clone': [
    () => admin('POST', `/api/surveys/${survey.id}/clone`, { title: 'Copy' }),
    'survey.cloned',
    /copied Arrival and welcome as Copy$/,
  ],
  'POST /api/surveys/{id}/rules-preview': [
    () => admin('POST', `/api/surveys/${survey.id}/rules-preview`, { rules: { passLine: 90 } }),
    'survey.rules-previewed',
    /tried other rules on past responses of Arrival and welcome$/,
  ],
  'POST /api/surveys/{id}/questions/copy': [
    async () =>
      admin('POST', `/api/surveys/${await draft()}/questions/copy`, {
        from: survey.id,
        questionIds: survey.questions.map(({ id }) => id),
      }),
    'survey.questions-copied',
    /copied questions from Arrival and welcome to Draft: \d+ added, 0 refused$/,
  ],
  'PUT /api/surveys/{id}/editions/{number}': [
    async () => {
      // The gap in the numbers that a restore from backup leaves.
      const last = {
        surveyId: survey.id,
        number: 500,
        title: '',
        questions: '[]',
        questionCount: 0,
      };
      await server.db.insertInto('surveyEditions').values(last).execute();
      const text = { text: 'Seen?', type: 'text', kpeCategory: null, answers: [] };
      const questions = [{ ...text, id: 9_000_000, required: false, order: 1, weight: 1 }];
      const brought = { title: 'Arrival and welcome', questions };
      return admin('PUT', `/api/surveys/${survey.id}/editions/499`, brought);
    },
    'survey.edition-brought',
    /brought back edition 499 of Arrival and welcome from a device$/,
  ],
  'DELETE /api/surveys/{id}': [
    async () => admin('DELETE', `/api/surveys/${await draft()}`),
    'survey.removed',
    /deleted the survey Draft$/,
  ],
  'PUT /api/surveys/{id}/questions/order': [
    async () => {
      const id = await draft();
      const first = await question(id);
      return admin('PUT', `/api/surveys/${id}/questions/order`, { questionIds: [first.id] });
    },
    'survey.reordered',
    /put the questions of Draft in another order$/,
  ],
  'POST /api/surveys/{id}/questions/import': [
    async () =>
      admin(
        'POST',
        `/api/surveys/${await draft()}/questions/import`,
        ...aForm('q.xlsx', await sample('questions-libreoffice.xlsx')),
      ),
    'survey.questions-imported',
    /imported questions into Draft: \d+ added, 0 refused$/,
  ],
  'POST /api/questions': [
    async () =>
      admin('POST', '/api/questions', {
        surveyId: await draft(),
        text: 'How was it?',
        type: 'textarea',
      }),
    'question.created',
    /added the question How was it\? to Draft$/,
  ],
  'PUT /api/questions/{id}': [
    async () => {
      const { id } = await question(await draft());
      return admin('PUT', `/api/questions/${id}`, { text: 'And the hall?' });
    },
    'question.changed',
    /changed text of the question How was the lobby\? in Draft$/,
  ],
  'DELETE /api/questions/{id}': [
    async () => admin('DELETE', `/api/questions/${(await question(await draft())).id}`),
    'question.deleted',
    /deleted the question How was the lobby\? from Draft$/,
  ],
  'POST /api/answers': [
    async () => {
      const { id } = await question(await draft());
      return admin('POST', '/api/answers', { questionId: id, text: 'Fine', score: 3 });
    },
    'answer-option.created',
    /added an answer option to How was the lobby\? of Draft$/,
  ],
  'DELETE /api/answers/{id}': [
    async () => {
      const { answers } = await question(await draft());
      return admin('DELETE', `/api/answers/${answers[0]?.id}`);
    },
    'answer-option.deleted',
    /deleted an answer option from How was the lobby\? of Draft$/,
  ],
  'POST /api/hotels': [
    () =>
      admin('POST', '/api/hotels', {
        hotelId: 'N1',
        hotelName: 'New House',
        hotelChain: 'Chain',
        hotelBrand: 'Brand',
        hotelAddress: '1 Main St',
        hotelCity: 'Boston',
        hotelState: 'MA',
        hotelCountry: 'USA',
        hotelPostalCode: '02110',
        fpgRegion: 'East',
      }),
    'hotel.created',
    /added New House$/,
  ],
  'PATCH /api/hotels/{id}': [
    async () => {
      const { id } = await aHotel(server, { hotelName: 'Moving House' });
      return admin('PATCH', `/api/hotels/${id}`, { stage: 'Evaluation', evaluationNotes: said });
    },
    'hotel.stage-changed',
    /^Alice Admin moved Moving House from Initiated to Evaluation$/,
  ],
  'POST /api/hotels/{id}/rounds': [
    () => plannedRound(),
    'round.planned',
    /^Alice Admin planned a round of Harbour House \d+: Onsite$/,
  ],
  'PATCH /api/rounds/{id}': [
    async () => admin('PATCH', `/api/rounds/${await idOf(plannedRound())}`, { blind: true }),
    'round.changed',
    /changed blind of a round of Harbour House \d+$/,
  ],
  'POST /api/hotels/{id}/waivers': [
    () => aWaiver(),
    'waiver.granted',
    /^Alice Admin waived .+ at Harbour House \d+ from 2026-01-01 to \d{4}-\d\d-\d\d$/,
  ],
  'DELETE /api/hotels/{id}/waivers/{waiverId}': [
    async () => {
      const { id } = (await aWaiver()).body;
      return admin('DELETE', `/api/hotels/${hotel.id}/waivers/${id}`);
    },
    'waiver.revoked',
    /^Alice Admin revoked the waiver of .+ at Harbour House \d+$/,
  ],
  'POST /api/hotels/{id}/contacts': [
    aContact,
    'contact.added',
    /^Alice Admin added Ana Hotel to the people at Harbour House \d+$/,
  ],
  'PATCH /api/hotels/{id}/contacts/{contactId}': [
    async () => {
      const { id } = (await aContact()).body;
      return admin('PATCH', `/api/hotels/${hotel.id}/contacts/${id}`, { jobTitle: 'Manager' });
    },
    'contact.changed',
    /^Alice Admin changed the details of Ana Hotel at Harbour House \d+$/,
  ],
  'DELETE /api/hotels/{id}/contacts/{contactId}': [
    async () => {
      const { id } = (await aContact()).body;
      return admin('DELETE', `/api/hotels/${hotel.id}/contacts/${id}`);
    },
    'contact.removed',
    /^Alice Admin removed Ana Hotel from the people at Harbour House \d+$/,
  ],
  'POST /api/hotels/{id}/contacts/{contactId}/links': [
    async () => makeLink(await linksOfOne()),
    'link.created',
    /^Alice Admin made a link to the \S+ round of Harbour House \d+ for Ana Hotel$/,
  ],
  'DELETE /api/hotels/{id}/contacts/{contactId}/links/{linkId}': [
    async () => {
      const path = await linksOfOne();
      return admin('DELETE', `${path}/${(await makeLink(path)).body.id}`);
    },
    'link.revoked',
    /^Alice Admin revoked a link of Ana Hotel to the \S+ round of Harbour House \d+$/,
  ],
  'POST /api/link/open': [
    async () => {
      const { token } = (await makeLink(await linksOfOne())).body;
      await openLink(token);
      return openLink(token);
    },
    'link.used',
    /^Ana Hotel opened the \S+ round of Harbour House \d+ by link$/,
  ],
  'POST /api/link/appeals': [
    appealByLink,
    'appeal.filed',
    /^Ana Hotel appealed question 1 of a response for Harbour House \d+$/,
  ],
  'POST /api/link/actions/{id}/events': [
    async () => (await workByLink()).comment(),
    'action.commented',
    /^Ana Hotel commented on the action FO-\d+ of Harbour House \d+$/,
  ],
  'POST /api/link/interviews': [
    async () => (await assessByLink()).begin(),
    'interview.started',
    /^Ana Hotel started an interview at Harbour House \d+ with Arrival and welcome$/,
  ],
  'PUT /api/link/interviews/{clientId}/completion': [
    async () => {
      const { begin, complete } = await assessByLink();
      await begin();
      return complete();
    },
    'response.stored',
    /^Ana Hotel submitted a response for Harbour House \d+$/,
  ],
  'PUT /api/link/actions/{id}/photos/{fileId}': [
    async () => (await workByLink()).photo(),
    'evidence.added',
    /^Ana Hotel added the photo \S+ at Harbour House \d+$/,
  ],
  'PATCH /api/cycles/{id}': [
    async () => {
      const { id } = await aHotel(server, { stage: 'Disposition', hotelName: 'Finished House' });
      const { body } = await admin('GET', `/api/hotels/${id}/rounds`);
      return admin('PATCH', `/api/cycles/${body.cycles[0].id}`, { outcome: said });
    },
    'cycle.changed',
    /changed outcome of cycle 1 of Finished House$/,
  ],
  'DELETE /api/hotels/{id}': [
    async () => admin('DELETE', `/api/hotels/${(await aHotel(server, { hotelName: 'Old' })).id}`),
    'hotel.deleted',
    /deleted Old$/,
  ],
  'POST /api/hotels/consultant': [
    async () => {
      const { id } = await aHotel(server);
      return admin('POST', '/api/hotels/consultant', {
        ...{ serviceConsultantId: server.idOf('cole'), hotels: [{ id, from: null }] },
      });
    },
    'hotel.changed',
    /^Alice Admin changed service consultant id of Harbour House \d+$/,
  ],
  'POST /api/hotels/import': [
    async () =>
      admin('POST', '/api/hotels/import', ...aForm('h.csv', await sample('hotels-utf8.csv'))),
    'hotel.imported',
    /imported hotels from a file: \d+ added, 0 refused$/,
  ],
  'POST /api/hotels/{id}/evaluation-documents': [
    upload,
    'document.uploaded',
    /uploaded plan\.pdf to Harbour House/,
  ],
  'DELETE /api/evaluation-documents/{id}': [
    async () => admin('DELETE', `/api/evaluation-documents/${await idOf(upload())}`),
    'document.deleted',
    /deleted plan\.pdf from Harbour House/,
  ],
  'PUT /api/evidence/{fileId}': [
    () => photo(),
    'evidence.added',
    /^Alice Admin added the photo lobby\.jpg at a hotel that is not known yet$/,
  ],
  'DELETE /api/evidence/{fileId}': [
    async () => {
      const { body } = await submit();
      const { fileId } = (await photo(body.clientId)).body;
      return admin('DELETE', `/api/evidence/${fileId}`);
    },
    'evidence.deleted',
    /deleted the photo lobby\.jpg at Harbour House \d+$/,
  ],
  'POST /api/interview-sessions': [
    async () => {
      await session();
      return admin('GET', '/api/interview-sessions/all');
    },
    'interview.started',
    /started an interview at Harbour House \d+ with Arrival and welcome$/,
  ],
  'PUT /api/interview-sessions/{id}': [
    async () =>
      admin('PUT', `/api/interview-sessions/${await session()}`, {
        notes: said,
        status: 'completed',
      }),
    'interview.completed',
    /completed an interview at Harbour House \d+ with Arrival and welcome$/,
  ],
  'DELETE /api/interview-sessions/{id}': [
    async () => admin('DELETE', `/api/interview-sessions/${await session()}`),
    'interview.abandoned',
    /abandoned an interview at Harbour House \d+ with Arrival and welcome$/,
  ],
  'POST /api/responses': [submit, 'response.stored', /submitted a response for Harbour House \d+$/],
  'POST /api/responses/import': [
    () => {
      const clientId = `offline_${randomUUID()}`;
      const body = JSON.stringify({
        clientId,
        surveyId: survey.id,
        edition: survey.edition,
        hotelId: hotel.id,
        respondentName: 'Rosa Respondent',
        respondentJobTitle: 'Front desk',
        notes: said,
      });
      return admin('POST', '/api/responses/import', {
        format: exportFormat,
        version: exportVersion,
        exportedAt: new Date().toISOString(),
        owner: { id: server.idOf('asa'), name: 'Asa Assessor', email: 'asa@hotel.example' },
        responses: [{ clientId, digest: createHash('sha256').update(body).digest('hex'), body }],
      });
    },
    'response.imported',
    /^Alice Admin imported a response for Harbour House \d+ from the file of a device$/,
  ],
  'PUT /api/responses/{id}/review': [
    async () => {
      const gone = 2_000_000_000;
      const { body } = await admin('POST', '/api/responses', {
        clientId: `offline_${randomUUID()}`,
        surveyId: survey.id,
        edition: survey.edition,
        hotelId: gone,
        hotelName: 'The Old Inn',
        respondentName: 'Rosa Respondent',
        respondentJobTitle: 'Front desk',
      });
      return admin('PUT', `/api/responses/${body.id}/review`, { decision: 'accept' });
    },
    'response.reviewed',
    /reviewed a response for The Old Inn$/,
  ],
  'POST /api/rounds/{id}/submit': [
    async () => server.as('asa')('POST', `/api/rounds/${(await ofRound()).round}/submit`),
    'round.submitted',
    /^Asa Assessor submitted the self-assessment of Harbour House \d+$/,
  ],
  'POST /api/rounds/{id}/approve': [
    async () => approve((await ofRound()).round),
    'round.approved',
    /^Asa Assessor approved the self-assessment of Harbour House \d+$/,
  ],
  'POST /api/rounds/{id}/reopen': [
    async () => {
      const { round } = await ofRound();
      await approve(round);
      return admin('POST', `/api/rounds/${round}/reopen`, { reason: 'A photo is missing' });
    },
    'round.reopened',
    /^Alice Admin reopened the self-assessment of Harbour House \d+$/,
  ],
  'POST /api/responses/{id}/remarks': [
    async () => remark((await ofRound()).response),
    'response.remarked',
    /remarked on a response for Harbour House \d+$/,
  ],
  'PUT /api/responses/{id}/remarks/{remarkId}': [
    async () => {
      const { response } = await ofRound();
      const { remarks } = (await remark(response)).body;
      const path = `/api/responses/${response}/remarks/${remarks[0].id}`;
      return admin('PUT', path, { resolved: true });
    },
    'response.remark-resolved',
    /resolved a remark on a response for Harbour House \d+$/,
  ],
  'POST /api/appeals': [
    appeal,
    'appeal.filed',
    /^Asa Assessor appealed question 1 of a response for Harbour House \d+$/,
  ],
  'PUT /api/appeals/{id}/decision': [
    async () => {
      const { id } = (await appeal()).body;
      // The Admin held the interview and the Assessor filed the appeal, so either may decide.
      return admin('PUT', `/api/appeals/${id}/decision`, { decision: 'upheld', reason: said });
    },
    'appeal.decided',
    /^Alice Admin upheld the appeal of question 1 of a response for Harbour House \d+$/,
  ],
  'POST /api/actions/{id}/events': [
    async () => {
      const { id } = await anAction(server, hotel.id);
      return admin('POST', `/api/actions/${id}/events`, {
        ...{ clientId: `event_${randomUUID()}`, kind: 'comment', text: said },
      });
    },
    'action.commented',
    /^Alice Admin commented on the action FO-\d+ of Harbour House \d+$/,
  ],
  'POST /api/hotels/{id}/exit-plans': [
    () =>
      admin('POST', `/api/hotels/${hotel.id}/exit-plans`, {
        ...{ clientId: `plan_${randomUUID()}`, kind: 'onsite', heldAt: new Date().toISOString() },
        items: [
          {
            ...{ clientId: `action_${randomUUID()}`, surveyId: survey.id, what: said },
            ...{ questionKey: 'code:FO-1', questionText: said, dueOn: '2026-04-30' },
          },
        ],
        signatures: { assessor: null, hotel: null, hotelName: '' },
      }),
    'plan.agreed',
    /^Alice Admin agreed a plan about 1 finding with Harbour House \d+$/,
  ],
  'PUT /api/rounds/{id}/plan-choice': [
    async () => {
      const key = `code:FO-${randomUUID().slice(0, 8)}`;
      const aPlan = () => ({
        ...{ clientId: `plan_${randomUUID()}`, kind: 'onsite', heldAt: new Date().toISOString() },
        items: [
          {
            ...{ clientId: `action_${randomUUID()}`, surveyId: survey.id, what: randomUUID() },
            ...{ questionKey: key, questionText: said, dueOn: '2026-04-30' },
          },
        ],
        signatures: { assessor: null, hotel: `file_${randomUUID()}`, hotelName: '' },
      });
      await admin('POST', `/api/hotels/${hotel.id}/exit-plans`, aPlan());
      const { body } = await admin('POST', `/api/hotels/${hotel.id}/exit-plans`, aPlan());
      return admin('PUT', `/api/rounds/${body.roundId}/plan-choice`, {
        ...{ plan: body.clientId, questionKeys: [key.toUpperCase().replace('CODE:', 'code:')] },
      });
    },
    'plan.chosen',
    /^Alice Admin decided which of two signed plans of Harbour House \d+ holds for 1 finding$/,
  ],
  'POST /api/actions/due': [
    async () => {
      const { id } = await anAction(server, hotel.id);
      return admin('POST', '/api/actions/due', {
        ...{ clientId: `due_${randomUUID()}`, dueOn: '2026-04-30', actions: [{ id, version: 1 }] },
      });
    },
    'action.due-changed',
    /^Alice Admin made 1 action due on 2026-04-30$/,
  ],
  'POST /api/actions/owner': [
    async () => {
      const { id } = await anAction(server, hotel.id);
      return admin('POST', '/api/actions/owner', {
        ...{ clientId: `owner_${randomUUID()}`, ownerUserId: server.idOf('alice') },
        actions: [{ id, version: 1 }],
      });
    },
    'action.changed',
    /^Alice Admin changed owner of the action FO-\d+ of Harbour House \d+$/,
  ],
  'POST /api/appeals/{id}/withdraw': [
    async () => {
      const { id } = (await appeal()).body;
      return server.as('asa')('POST', `/api/appeals/${id}/withdraw`);
    },
    'appeal.withdrawn',
    /^Asa Assessor withdrew the appeal of question 1 of a response for Harbour House \d+$/,
  ],
  'POST /api/responses/{id}/return': [
    async () => {
      const { response } = await ofRound();
      await remark(response);
      return admin('POST', `/api/responses/${response}/return`);
    },
    'response.returned',
    /returned a response for Harbour House \d+ to Alice Admin$/,
  ],
  'POST /api/response-answers': [
    async () =>
      admin('POST', '/api/response-answers', {
        responseId: await idOf(submit()),
        questionId: survey.questions[0]?.id,
        answerId: survey.questions[0]?.answers[1]?.id,
      }),
    'response.answered',
    /answered a question of a response for Harbour House \d+$/,
  ],
  'POST /api/responses/{id}/corrections': [
    async () =>
      admin('POST', `/api/responses/${await idOf(submit())}/corrections`, {
        responseAnswers: [{ questionId: text(), textValue: `${said}, they said` }],
        reason: said,
      }),
    'response.corrected',
    /corrected a response for Harbour House \d+: 0 became 0 of 20 points$/,
  ],
  'POST /api/rounds/{id}/reassessment': [
    async () => {
      const again = await aHotel(server);
      const [first] = survey.questions;
      const { body } = await admin('POST', '/api/responses', {
        ...{ surveyId: survey.id, edition: survey.edition, hotelId: again.id },
        ...{ respondentName: 'Rosa Respondent', respondentJobTitle: 'Front desk' },
        responseAnswers: [{ questionId: first?.id, answerId: first?.answers[0]?.id }],
      });
      await server.db
        .updateTable('rounds')
        .set({ status: 'approved', approvedAt: new Date().toISOString() })
        .where('id', '=', body.roundId)
        .execute();
      const clientId = `again_${randomUUID()}`;
      return admin('POST', `/api/rounds/${body.roundId}/reassessment`, { clientId });
    },
    'hotel.reassessment-made',
    /planned the re-assessment of Harbour House \d+: 1 question of its Initiated$/,
  ],
  'DELETE /api/responses/{id}': [
    async () => admin('DELETE', `/api/responses/${await idOf(submit())}`),
    'response.deleted',
    /deleted a response for Harbour House \d+$/,
  ],
  'POST /api/system-users': [
    async () => {
      await aUser();
      return admin('GET', '/api/system-users');
    },
    'user.created',
    /added Uma User as Assessor$/,
  ],
  'PUT /api/system-users/{id}': [
    async () =>
      admin('PUT', `/api/system-users/${await aUser()}`, {
        name: 'Ursula User',
        email: `ursula${randomUUID()}@hotel.example`,
        mobileNumber: '+1 555 0143',
        roleId,
        password: secondPassword,
      }),
    'user.updated',
    /changed 4 fields of Uma User$/,
  ],
  'PUT /api/system-users/{id}/status': [
    async () => admin('PUT', `/api/system-users/${await aUser()}/status`, { isActive: false }),
    'user.status-changed',
    /deactivated Uma User$/,
  ],
  'POST /api/system-users/{id}/open-device-key': [
    async () => {
      const address = `/api/system-users/${await aUser()}`;
      await admin('PUT', `${address}/status`, { isActive: false });
      return admin('POST', `${address}/open-device-key`, { wrappedKey: null });
    },
    'user.work-opened',
    /opened the unsent work of Uma User on a device$/,
  ],
  'DELETE /api/system-users/{id}': [
    async () => admin('DELETE', `/api/system-users/${await aUser()}`),
    'user.deleted',
    /deleted the account of Uma User, Assessor$/,
  ],
};

/** Writing routes that record nothing, each with the reason. */
const unrecorded: Record<string, string> = {
  'POST /api/devices': 'A browser asks once for its token; the sign-in before it is recorded.',
  'POST /api/devices/report': 'A device says at each contact how many interviews wait on it.',
  'POST /api/devices/open-key': 'A person takes back their own work, after a sign-in.',
  'PUT /api/responses/{id}/sync-status':
    "A device tells that it has dropped its copy; the response itself doesn't change.",
  'PATCH /api/evidence/{fileId}':
    'A caption of one’s own; a file that is sent again brings it too, and records nothing.',
  'PUT /api/link/interviews/{clientId}': 'Answers are saved many times a minute.',
  'POST /api/link/close': 'A browser forgets its cookie; the link stays as it is.',
  'POST /api/page-problems': 'It is a line of the log, and nothing is stored.',
  'POST /api/one-time-passwords': 'Nothing is stored; giving the password to somebody is recorded.',
};

test('every writing route is performed here, or has its reason', () => {
  const writing = routes.filter(({ method }) => method !== 'GET');
  expect([...Object.keys(performed), ...Object.keys(unrecorded)].toSorted()).toEqual(
    writing.map(({ method, path }) => `${method} ${path}`).toSorted(),
  );
});

async function eventsAfter(id: number): Promise<AuditEvent[]> {
  return server.db
    .selectFrom('auditEvents')
    .selectAll()
    .where('id', '>', id)
    .orderBy('id')
    .execute();
}

async function lastId(): Promise<number> {
  const events = await eventsAfter(0);
  return events.at(-1)?.id ?? 0;
}

test.each(Object.entries(performed))('%s is recorded once', async (_, [act, action, sentence]) => {
  const before = await lastId();
  const { status } = await act();
  expect(status).toBeLessThan(300);
  const events = await eventsAfter(before);
  const own = events.filter((event) => event.action === action);
  expect(own).toHaveLength(1);
  expect(own[0] && sentenceOf(own[0])).toMatch(sentence);
  // A hotel contact has no account.
  expect(own[0]?.actorId === null).toBe(own[0]?.actorName === 'Ana Hotel');
});

test('what changes nothing is no event', async () => {
  const id = await session();
  const response = await idOf(submit());
  const before = await lastId();
  await admin('PUT', `/api/interview-sessions/${id}`, { notes: said });
  await admin('PUT', `/api/responses/${response}/sync-status`, { status: 'synced' });
  await admin('POST', '/api/response-answers', {
    responseId: response,
    questionId: text(),
    textValue: said,
  });
  await server.as('nobody')('POST', '/api/auth/logout');
  await admin('POST', '/api/auth/sessions/end-others');
  expect(await eventsAfter(before)).toEqual([]);
});

test('a refused sign-in is recorded, and says as whom where that is known', async () => {
  const before = await lastId();
  for (const email of ['asa@hotel.example', 'nobody@hotel.example'])
    await server.as('nobody')('POST', '/api/auth/login', { email, password: 'a wrong guess' });
  expect((await eventsAfter(before)).map(sentenceOf)).toEqual([
    'Someone tried to sign in as Asa Assessor and was refused',
    'Someone tried to sign in as an unknown user and was refused',
  ]);
});

test('no secret, no address and no answer stands in the trail', async () => {
  const trail = JSON.stringify(await eventsAfter(0));
  for (const word of [
    password,
    secondPassword,
    'a wrong guess',
    said,
    'argon2',
    '@hotel',
    '0143',
    ...tokens,
  ])
    expect(trail).not.toContain(word);
});

test('nothing in the trail can be changed or taken out', async () => {
  const { pool } = server.deps;
  for (const attempt of [
    "update audit_events set actor_name = 'Somebody else'",
    'delete from audit_events',
    'truncate audit_events',
  ])
    await expect(pool.query(attempt)).rejects.toThrow(/append-only/);
});
