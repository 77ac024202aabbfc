import type { Hotel } from '#domain/hotels/hotel.ts';
import type { Question } from '#domain/surveys/question.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import type { TestApp } from './test-app.ts';

let made = 0;

/** The required fields of a hotel for POST /api/hotels. */
export const hotelFields = {
  hotelName: 'Harbour House',
  hotelChain: 'Meridian Group',
  hotelBrand: 'Harbor',
  hotelAddress: '1 Quay Street',
  hotelCity: 'Boston',
  hotelState: 'MA',
  hotelCountry: 'USA',
  hotelPostalCode: '02110',
  fpgRegion: 'East',
};

/** Inserts a hotel directly into the database. Fields that a test leaves out get defaults. */
export async function aHotel(
  { db }: Pick<TestApp, 'db'>,
  given: Partial<
    Pick<
      Hotel,
      'hotelId' | 'hotelName' | 'hotelBrand' | 'hotelCity' | 'stage' | 'serviceConsultantId'
    >
  > = {},
): Promise<{ id: number; hotelName: string }> {
  made += 1;
  return db
    .insertInto('hotels')
    .values({
      ...hotelFields,
      hotelId: `T${String(made).padStart(5, '0')}`,
      hotelName: `Harbour House ${made}`,
      hotelAddress: `${made} Quay Street`,
      ...given,
    })
    .returning(['id', 'hotelName'])
    .executeTakeFirstOrThrow();
}

/** Inserts a hotel of Connie's that is in its onsite assessment. */
export function anAssessedHotel(server: Pick<TestApp, 'db' | 'idOf'>) {
  return aHotel(server, {
    stage: 'Onsite Assessment',
    serviceConsultantId: server.idOf('connie'),
  });
}

/** Returns the round to which the hotel's new interviews belong. */
export async function currentRound({ db }: Pick<TestApp, 'db'>, hotelId: number): Promise<number> {
  const { roundId } = await db
    .selectFrom('roundTimes')
    .select('roundId')
    .where('hotelId', '=', hotelId)
    .orderBy('since', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return roundId;
}

/** Inserts an open action of a hotel, found by its current round. */
export async function anAction(
  { db }: Pick<TestApp, 'db'>,
  hotelId: number,
  given: { dueOn?: string; severity?: 'critical' | 'minor'; ownerUserId?: number } = {},
): Promise<{ id: number; questionText: string }> {
  made += 1;
  const roundId = await currentRound({ db }, hotelId);
  return db
    .insertInto('actions')
    .values({
      ...{ clientId: `action_test_${made}`, hotelId, roundId, foundIn: [roundId] },
      cycleId: db.selectFrom('rounds').select('cycleId').where('id', '=', roundId),
      ...{ questionKey: `code:FO-${made}`, questionId: 1, questionText: `Is it clean? ${made}` },
      ...{ responses: [], severity: 'minor', dueOn: '2026-03-31' },
      ...(given.ownerUserId !== undefined && { ownerName: 'An owner' }),
      ...given,
    })
    .returning(['id', 'questionText'])
    .executeTakeFirstOrThrow();
}

/** Three options that give 0, 5 and 10 points. */
export const threeOptions = [
  { text: 'Poor', score: 0 },
  { text: 'Good', score: 5 },
  { text: 'Excellent', score: 10 },
];

/** Adds a choice question to a survey, through the API. */
export async function aQuestion(
  { as }: Pick<TestApp, 'as'>,
  surveyId: number,
  given: object = {},
): Promise<Question> {
  const { status, body } = await as('alice')('POST', '/api/questions', {
    ...{ surveyId, text: 'How was it?', type: 'radio', answers: threeOptions },
    ...given,
  });
  if (status !== 201) throw new Error(`The question was refused: ${JSON.stringify(body)}`);
  return body;
}

/** Creates an active survey of these choice questions, through the API. */
export async function aSurveyOf(
  server: Pick<TestApp, 'as'>,
  questions: readonly object[],
  title = 'Standards',
): Promise<SurveyWithQuestions> {
  const admin = server.as('alice');
  const { body } = await admin('POST', '/api/surveys', {
    ...{ title, category: 'hospitality', status: 'active' },
  });
  for (const question of questions) await aQuestion(server, body.id, question);
  return (await admin('GET', `/api/surveys/${body.id}/with-questions`)).body;
}

/**
 * Creates an active survey with choice questions and one text question, through the API. The first
 * question has the standard code, where one is given. The best option has `most` points.
 */
export function aSurvey(
  server: Pick<TestApp, 'as'>,
  {
    choices = 2,
    title = 'Arrival and welcome',
    code,
    allowNa = false,
    most = 10,
  }: { choices?: number; title?: string; code?: string; allowNa?: boolean; most?: number } = {},
): Promise<SurveyWithQuestions> {
  const answers = threeOptions.map((option) => ({ ...option, score: (option.score * most) / 10 }));
  const choiceQuestions = Array.from({ length: choices }, (_, index) => ({
    ...{ text: `Question ${index + 1}`, required: true, kpeCategory: 'The Right Fit', answers },
    ...(index === 0 && code && { code }),
    ...(allowNa && { allowNa }),
  }));
  const textQuestion = { text: 'Anything else?', type: 'textarea', answers: [] };
  return aSurveyOf(server, [...choiceQuestions, textQuestion], title);
}
