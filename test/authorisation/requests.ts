import { hotelHeadings } from '#domain/hotels/hotel-import.ts';
import { exportFormat, exportVersion } from '#domain/sync/exported-file.ts';
import { aHotel, currentRound, hotelFields } from '#test/build.ts';
import { aLink } from '#test/contact.ts';
import { aJpeg } from '#test/evidence.ts';
import { aForm } from '#test/form.ts';
import { aSheet, rowsOf, workbookParts } from '#test/workbook.ts';
import { aZip } from '#test/zip.ts';
import { nowhere, type Thing, type World } from './objects.ts';

type Sent = [body: unknown, headers?: Record<string, string>];
type Said = { world: World; id: number; thing: Thing };

let made = 0;
const next = () => (made += 1);

const respondent = { respondentName: 'Rosa', respondentJobTitle: 'Front desk' };

const hotelInput = () => ({ ...hotelFields, hotelId: `MATRIX-${next()}` });

const hotelsFile = () =>
  [hotelHeadings, hotelHeadings.map((name) => (name === 'Hotel ID' ? `F-${next()}` : ''))]
    .map((row) => row.join(','))
    .join('\n');

const questionsFile = aZip(
  workbookParts(aSheet(rowsOf(['Question Text', 'Type'], ['What else?', 'textarea']))),
);

async function userInput({ world: { server }, id }: Said) {
  const stored = await server.db
    .selectFrom('systemUsers')
    .select(['name', 'email', 'mobileNumber', 'roleId'])
    .where('id', '=', id)
    .executeTakeFirst();
  const { roleId } = await server.db
    .selectFrom('systemUsers')
    .select('roleId')
    .where('id', '=', server.idOf('asa'))
    .executeTakeFirstOrThrow();
  return stored ?? { name: 'New', email: `new-${next()}@hotel.example`, mobileNumber: '1', roleId };
}

/** Returns the day a year from now. */
const aYearLater = () => new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);

/**
 * The body or file that a line of the table sends. It is valid, so that a call can only fail for
 * lack of rights. The key is the line's call; if a call has several lines, the object is added.
 */
export const requests: Record<string, (said: Said) => Sent | Promise<Sent>> = {
  'POST /api/auth/login': () => [{ email: `nobody-${next()}@hotel.example`, password: 'a guess' }],
  'POST /api/auth/password': () => [
    { currentPassword: 'not the one', newPassword: 'a lighthouse by the sea' },
  ],
  'POST /api/devices/report': () => [{ token: 'A'.repeat(43), waiting: 0 }],
  // Encrypted for nobody here, so the call is refused even for people who may make it.
  'POST /api/devices/open-key': () => [{ wrappedKey: 'A'.repeat(512) }],
  'POST /api/hotels': () => [hotelInput()],
  'POST /api/hotels/import': () => aForm('hotels.csv', hotelsFile()),
  // The hotel keeps its consultant: who sees it stays the same for the calls that follow.
  'POST /api/hotels/consultant': async ({ world: { server }, id }) => {
    const hotel = await server.db
      .selectFrom('hotels')
      .select('serviceConsultantId')
      .where('id', '=', id)
      .executeTakeFirst();
    const from = hotel?.serviceConsultantId ?? null;
    return [{ serviceConsultantId: from, hotels: [{ id, from }] }];
  },
  'PATCH /api/hotels/{id}': () => [{ evaluationNotes: `Seen ${next()}` }],
  'POST /api/hotels/{id}/rounds': () => [{ clientId: `round_${next()}_matrix`, kind: 'onsite' }],
  'PATCH /api/rounds/{id}': () => [{ blind: true }],
  'POST /api/hotels/{id}/waivers': ({ world }) => [
    {
      ...{
        clientId: `waiver_${next()}_matrix`,
        questionKey: `id:${world.survey.questions[1]?.id}`,
      },
      ...{ reason: 'The lift is rebuilt', validFrom: '2026-01-01', validTo: aYearLater() },
    },
  ],
  'PATCH /api/cycles/{id}': () => [{ outcome: 'Keeps the brand' }],
  'POST /api/hotels/{id}/evaluation-documents': () => aForm('notes.txt', 'words'),
  // The server refuses a photo as a new document. It does not look at a file again that it knows.
  'PUT /api/evidence/{fileId}?interview={interview}&question=1&kind=document': () =>
    aForm('lobby.jpg', aJpeg()),
  'PATCH /api/evidence/{fileId}': () => [{ caption: `The lobby ${next()}`, captionEdit: next() }],
  'DELETE /api/evidence/{fileId}': () => [{ reason: 'It shows a guest' }],
  'POST /api/interview-sessions': ({ world, id }) => [
    { hotelId: id, surveyId: world.survey.id, ...respondent },
  ],
  'POST /api/interview-sessions survey': async ({ world, id }) => {
    const shared = { hotelId: await hotelOfConnie(world), ...respondent };
    return [{ ...shared, surveyId: id }];
  },
  'PUT /api/surveys/{id}/editions/{number}': () => [
    {
      title: 'Arrival',
      questions: [
        {
          id: 1,
          text: 'Seen?',
          type: 'text',
          required: false,
          order: 1,
          weight: 1,
          kpeCategory: null,
          answers: [],
        },
      ],
    },
  ],
  'PUT /api/interview-sessions/{id}': () => [{ notes: 'Later' }],
  'POST /api/responses': ({ world, id }) => [
    { hotelId: id, surveyId: world.survey.id, ...respondent },
  ],
  'POST /api/responses survey': ({ id }) => [{ surveyId: id, ...respondent }],
  'POST /api/response-answers': ({ world, id }) => [
    { responseId: id, ...anAnswer(world), reason: 'It was meant so' },
  ],
  'POST /api/responses/{id}/corrections': ({ world }) => [
    { responseAnswers: [anAnswer(world)], reason: 'It was meant so' },
  ],
  // The round is not approved, so people who may call this get a 409.
  'POST /api/rounds/{id}/reassessment': () => [{ clientId: `matrix_again_${next()}` }],
  'PUT /api/responses/{id}/sync-status': () => [{ status: 'synced' }],
  // Nothing about the response is in doubt, so there is nothing to review.
  'PUT /api/responses/{id}/review': () => [{ decision: 'accept' }],
  'POST /api/responses/{id}/remarks': () => [
    { clientId: `remark_${next()}_matrix`, text: 'Look again' },
  ],
  'PUT /api/responses/{id}/remarks/{remarkId}': () => [{ resolved: true }],
  'POST /api/hotels/{id}/contacts': () => [
    { clientId: `contact_${next()}_matrix`, name: 'Ana Hotel' },
  ],
  'PATCH /api/hotels/{id}/contacts/{contactId}': () => [{ jobTitle: `Manager ${next()}` }],
  'POST /api/hotels/{id}/contacts/{contactId}/links': ({ thing: { ids } }) => [
    { clientId: `link_${next()}_matrix`, roundId: ids['roundId'] ?? nowhere },
  ],
  'POST /api/link/open': async ({ world: { server } }) => {
    const { id: hotelId } = await aHotel(server);
    const roundId = await currentRound(server, hotelId);
    return [{ token: (await aLink(server, { hotelId, roundId })).token }];
  },
  'POST /api/link/appeals': ({ world, thing: { ids } }) => [
    {
      ...{ clientId: `appeal_${next()}_matrix`, responseId: ids['responseId'] ?? nowhere },
      ...{ questionId: world.survey.questions[1]?.id, claim: 'It was clean' },
      wanted: world.survey.questions[1]?.answers[2]?.id,
    },
  ],
  'POST /api/link/actions/{id}/events': () => [
    { clientId: `event_${next()}_matrix`, kind: 'comment', text: 'We begin on Monday' },
  ],
  'POST /api/link/interviews': ({ world }) => [
    { clientId: `self_${next()}_matrix`, surveyId: world.survey.id },
  ],
  'PUT /api/link/interviews/{clientId}': () => [{ progress: {}, notes: 'All in all well' }],
  'PUT /api/link/interviews/{clientId}/completion': ({ world: { survey } }) => [
    {
      progress: Object.fromEntries(
        survey.questions.flatMap(({ id, answers: [answer] }) =>
          answer ? [[id, { answerId: answer.id }]] : [],
        ),
      ),
    },
  ],
  'PUT /api/link/actions/{id}/photos/{fileId}': () => aForm('photo.jpg', aJpeg()),
  // Another question than the one that is appealed already.
  'POST /api/appeals': async ({ world, thing: { ids } }) => [
    {
      ...{ clientId: `appeal_${next()}_matrix`, responseId: ids['responseId'] ?? nowhere },
      ...{ questionId: world.survey.questions[1]?.id, claim: 'We have a photo' },
      wanted: world.survey.questions[1]?.answers[2]?.id,
    },
  ],
  'PUT /api/appeals/{id}/decision': () => [{ decision: 'rejected', reason: 'It was not so' }],
  // The owner of an action cannot verify it.
  'POST /api/actions/{id}/events': () => [
    { clientId: `event_${next()}_matrix`, kind: 'status', from: 'done', to: 'verified' },
  ],
  'POST /api/hotels/{id}/exit-plans': () => [
    {
      ...{ clientId: `plan_${next()}_matrix`, kind: 'onsite', heldAt: new Date().toISOString() },
      items: [
        {
          ...{ clientId: `action_${next()}_matrix`, surveyId: 1, questionKey: 'code:FO-1' },
          ...{ questionText: 'Is it clean?', dueOn: '2026-04-30' },
        },
      ],
      signatures: { assessor: null, hotel: null, hotelName: '' },
    },
  ],
  // The round has no plan, so people who see it get a 400.
  'PUT /api/rounds/{id}/plan-choice': () => [
    { plan: `plan_${next()}_matrix`, questionKeys: ['code:FO-1'] },
  ],
  'POST /api/actions/due': ({ id }) => [
    { clientId: `due_${next()}_matrix`, dueOn: '2026-04-30', actions: [{ id, version: 1 }] },
  ],
  'POST /api/actions/owner': ({ world: { server }, id }) => [
    {
      ...{ clientId: `owner_${next()}_matrix`, ownerUserId: server.idOf('alice') },
      actions: [{ id, version: 1 }],
    },
  ],
  'POST /api/rounds/{id}/approve': () => [{}],
  'POST /api/rounds/{id}/reopen': () => [{ reason: 'It was meant so' }],
  'POST /api/responses/import': ({ world: { server } }) => [
    {
      format: exportFormat,
      version: exportVersion,
      exportedAt: '2026-03-31T10:00:00Z',
      owner: { id: server.idOf('connie'), name: 'Connie', email: 'connie@hotel.example' },
      responses: [{ clientId: `offline_${next()}_matrix`, digest: '0'.repeat(64), body: '{}' }],
    },
  ],
  'POST /api/system-users': async (said) => [await userInput({ ...said, id: nowhere })],
  'PUT /api/system-users/{id}': async (said) => [await userInput(said)],
  'POST /api/system-users/{id}/open-device-key': () => [{ wrappedKey: null }],
  'PUT /api/system-users/{id}/status': () => [{ isActive: true }],
  'POST /api/page-problems': () => [
    { kind: 'failed', page: '/app/hotels/{id}/report', error: 'TypeError' },
  ],
  'POST /api/surveys': () => [{ title: 'Departure', category: 'hospitality' }],
  'PUT /api/surveys/{id}': () => [{ description: 'Changed' }],
  'POST /api/surveys/{id}/clone': () => [{ title: 'A copy' }],
  'POST /api/surveys/{id}/rules-preview': () => [{ rules: { passLine: 90 } }],
  'POST /api/surveys/{id}/questions/copy': ({ world: { survey } }) => [
    { from: survey.id, questionIds: [survey.questions[0]?.id] },
  ],
  'PUT /api/surveys/{id}/questions/order': ({ thing: { ids } }) => [
    { questionIds: [ids['second'] ?? nowhere, ids['first'] ?? nowhere] },
  ],
  'POST /api/surveys/{id}/questions/import': () => aForm('questions.xlsx', questionsFile),
  'POST /api/questions': ({ id }) => [{ surveyId: id, text: 'What else?', type: 'textarea' }],
  'PUT /api/questions/{id}': () => [{ text: 'Changed?' }],
  'POST /api/answers': ({ id }) => [{ questionId: id, text: 'Fair' }],
};

const anAnswer = ({ survey: { questions } }: World) => ({
  questionId: questions[0]?.id,
  answerId: questions[0]?.answers[0]?.id,
});

async function hotelOfConnie({ server }: World): Promise<number> {
  const { id } = await server.db
    .selectFrom('hotels')
    .select('id')
    .where('serviceConsultantId', '=', server.idOf('connie'))
    .executeTakeFirstOrThrow();
  return id;
}
