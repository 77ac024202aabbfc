import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';

import { marksOf } from '#server/db/responses/score-columns.ts';
import { beginSession, hashToken } from '#server/http/auth-sessions.ts';
import { sendEvidence } from '#test/evidence.ts';
import { aForm } from '#test/form.ts';
import { aHotel, anAction, aSurvey, currentRound } from '#test/build.ts';
import { aLink, sendByLink } from '#test/contact.ts';
import type { PersonName } from '#test/people.ts';
import type { TestApp } from '#test/test-app.ts';

/** An object that a call is about: its ids in URLs, and words that identify it in lists. */
export type Thing = {
  /** The values for `{name}` in a URL. */
  ids: Record<string, number | string>;
  /** Words that a list contains if it shows the object. */
  marks: string[];
  /** The cookie header of a hotel contact whose link opens the object. */
  cookie?: string;
};
/** Whoever makes the calls of a column. The contact comes with the link of the object. */
export type Caller = PersonName | 'nobody' | 'contact';
export type Whose = 'own' | 'foreign' | 'absent';
export type World = { server: TestApp; survey: Awaited<ReturnType<typeof aSurvey>> };
type Maker = (world: World, maker: PersonName) => Promise<Thing>;

/** An id that no object has. */
export const nowhere = 2_000_000_000;
const noSignIn = { id: '0'.repeat(24) };

let made = 0;
const unique = (word: string) => `${word} ${(made += 1)} of the matrix`;

/**
 * Makes a hotel of Connie's: alternately the hotel names her as its consultant, or her list names
 * the hotel. Cole is a consultant without the hotel. He sees nothing that happens there, not even
 * what he did himself.
 */
async function aPlace({ server }: World) {
  const [hotelBrand, hotelName] = [unique('Brand'), unique('Hotel')];
  const connie = server.idOf('connie');
  const listed = made % 2 === 0;
  const serviceConsultantId = listed ? null : connie;
  const { id } = await aHotel(server, { hotelBrand, hotelName, serviceConsultantId });
  if (listed)
    await server.db
      .insertInto('hotelAssignments')
      .values({ userId: connie, hotelId: id })
      .execute();
  return { hotelId: id, hotelBrand, hotelName };
}

async function aSession(
  { server, survey }: World,
  hotelId: number,
  maker: PersonName,
): Promise<{ id: number; respondentName: string }> {
  return server.db
    .insertInto('interviewSessions')
    .values({
      clientId: randomUUID(),
      hotelId,
      surveyId: survey.id,
      edition: survey.edition ?? 1,
      userId: server.idOf(maker),
      respondentName: unique('Respondent'),
      respondentJobTitle: 'Front desk',
    })
    .returning(['id', 'respondentName'])
    .executeTakeFirstOrThrow();
}

/** Makes a hotel. It counts as a person's own when they began an interview there. */
const hotel: Maker = async (world, maker) => {
  const { hotelId, hotelName } = await aPlace(world);
  await aSession(world, hotelId, maker);
  return { ids: { id: hotelId, hotelId }, marks: [hotelName] };
};

const session: Maker = async (world, maker) => {
  const { hotelId } = await aPlace(world);
  const { id, respondentName } = await aSession(world, hotelId, maker);
  return { ids: { id, hotelId }, marks: [respondentName] };
};

const response: Maker = async (world, maker) => {
  const { server, survey } = world;
  const { hotelId, hotelBrand } = await aPlace(world);
  const [question] = survey.questions;
  const { id, respondentName } = await server.db
    .insertInto('responses')
    .values({
      clientId: randomUUID(),
      digest: '',
      surveyId: survey.id,
      edition: survey.edition ?? 1,
      hotelId,
      hotelName: '',
      hotelBrand,
      hotelAddress: '',
      hotelStage: 'Initiated',
      userId: server.idOf(maker),
      respondentName: unique('Respondent'),
      respondentJobTitle: 'Front desk',
      answers: JSON.stringify([
        {
          questionId: question?.id,
          answerId: question?.answers[0]?.id,
          textValue: null,
          score: 5,
          maximum: 10,
        },
      ]),
      lost: [5],
      marks: marksOf({ lost: [5], findings: [0] }),
      totalScore: 5,
      maxScore: 10,
      passed: false,
      completedAt: '2026-03-31T10:00:00Z',
    })
    .returning(['id', 'respondentName'])
    .executeTakeFirstOrThrow();
  return { ids: { id, hotelId }, marks: [respondentName, hotelBrand] };
};

/** Makes the re-assessment of an approved round in which a standard failed. */
const reassessment: Maker = async (world, maker) => {
  const { db } = world.server;
  const { ids, marks } = await response(world, maker);
  const { hotelId, cycleId, id } = await db
    .selectFrom('rounds')
    .select(['hotelId', 'cycleId', 'id'])
    .where('hotelId', '=', Number(ids['hotelId']))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('rounds')
    .set({ status: 'approved', approvedAt: '2026-03-31T12:00:00Z' })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('responses')
    .set({ roundId: id })
    .where('id', '=', Number(ids['id']))
    .execute();
  const round = await db
    .insertInto('rounds')
    .values({
      ...{ hotelId, cycleId, parentId: id, questions: ['code:FO-012'] },
      ...{ kind: 'reassessment', stage: 'Virtual Re-Assessment', status: 'open' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ids: { id: round.id, hotelId }, marks };
};

/** Makes a round with one response, which is its maker's. */
const round: Maker = async (world, maker) => {
  const { ids, marks } = await response(world, maker);
  const roundId = await currentRound(world.server, Number(ids['hotelId']));
  await world.server.db
    .updateTable('responses')
    .set({ roundId })
    .where('id', '=', Number(ids['id']))
    .execute();
  return { ids: { id: roundId, hotelId: Number(ids['hotelId']) }, marks };
};

const remark: Maker = async (world, maker) => {
  const { ids, marks } = await response(world, maker);
  const { id } = await world.server.db
    .insertInto('reviewRemarks')
    .values({
      ...{ clientId: randomUUID(), responseId: Number(ids['id']), questionId: null },
      ...{ text: 'Look again', author: 'Asa', authorId: world.server.idOf('asa') },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ids: { ...ids, remarkId: id }, marks };
};

/** Makes an open appeal in an approved round, of a response that Asa did not hold. */
const appeal: Maker = async (world, maker) => {
  const { ids, marks } = await round(world, maker);
  const { db } = world.server;
  await db
    .updateTable('rounds')
    .set({ status: 'approved', approvedAt: new Date().toISOString() })
    .where('id', '=', Number(ids['id']))
    .execute();
  const [question] = world.survey.questions;
  const response = await db
    .updateTable('responses')
    .set({ userId: null })
    .where('roundId', '=', Number(ids['id']))
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('appeals')
    .values({
      ...{ clientId: randomUUID(), responseId: response.id, questionId: question?.id ?? 0 },
      ...{ wantedId: question?.answers[2]?.id ?? 0, claim: 'We have a photo' },
      ...{ filedBy: maker, filedById: world.server.idOf(maker) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ids: { ...ids, id, responseId: response.id }, marks: ['We have a photo', ...marks] };
};

/** Makes a waiver. It belongs to nobody but its hotel. */
const waiver: Maker = async (world, maker) => {
  const { hotelId } = await aPlace(world);
  const { id } = await world.server.db
    .insertInto('waivers')
    .values({
      ...{ clientId: randomUUID(), hotelId, questionKey: 'code:FO-012', reason: unique('Lift') },
      ...{ validFrom: '2026-01-01', validTo: '2028-01-01', grantedById: world.server.idOf(maker) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ids: { id: hotelId, waiverId: id, hotelId }, marks: [] };
};

/** Makes an action. Its owner, whose own it is, cannot verify it. */
const action: Maker = async (world, maker) => {
  const { hotelId } = await aPlace(world);
  const ownerUserId = world.server.idOf(maker);
  const { id, questionText } = await anAction(world.server, hotelId, { ownerUserId });
  await world.server.db
    .updateTable('actions')
    .set({ status: 'done' })
    .where('id', '=', id)
    .execute();
  return { ids: { id, hotelId }, marks: [questionText] };
};

/** Makes a link to an approved round with a response, of which one question is appealed already. */
const link: Maker = async (world, maker) => {
  const { ids } = await appeal(world, maker);
  const { hotelId, id: roundId } = await world.server.db
    .selectFrom('responses')
    .innerJoin('rounds', 'rounds.id', 'responses.roundId')
    .select(['rounds.id', 'rounds.hotelId'])
    .where('responses.id', '=', Number(ids['responseId']))
    .executeTakeFirstOrThrow();
  const name = unique('Contact');
  const { contactId, linkId, cookie } = await aLink(world.server, { hotelId, roundId, name });
  const named = { id: hotelId, hotelId, contactId, linkId, roundId };
  return { ids: { ...named, responseId: ids['responseId'] ?? nowhere }, marks: [name], cookie };
};

/** Makes a link with an action of its round, which has a photo that came by the link. */
const planned: Maker = async (world, maker) => {
  const { ids, marks, cookie = '' } = await link(world, maker);
  const roundId = Number(ids['roundId']);
  const { id } = await anAction(world.server, Number(ids['hotelId']), {});
  await world.server.db
    .updateTable('actions')
    .set({ foundIn: [roundId] })
    .where('id', '=', id)
    .execute();
  const { body } = await sendByLink(world.server, cookie, { action: id });
  return { ids: { id, fileId: body.fileId }, marks, cookie };
};

/** Makes a link to a self-assessment, of which one survey is begun. */
const selfAssessment: Maker = async (world) => {
  const { server, survey } = world;
  const { hotelId } = await aPlace(world);
  const roundId = await currentRound(server, hotelId);
  const { cookie } = await aLink(server, { hotelId, roundId, name: unique('Contact') });
  const clientId = `self_${randomUUID()}`;
  const body = { clientId, surveyId: survey.id };
  await server.as('nobody')('POST', '/api/link/interviews', body, { cookie });
  return { ids: { id: hotelId, hotelId, roundId, clientId }, marks: [], cookie };
};

const document: Maker = async (world, maker) => {
  const { server } = world;
  const { hotelId } = await aPlace(world);
  const fileName = `${unique('notes')}.txt`;
  const path = `/api/hotels/${hotelId}/evaluation-documents`;
  const { body } = await server.as('alice')('POST', path, ...aForm(fileName, 'words'));
  await server.db
    .updateTable('evaluationDocuments')
    .set({ uploadedById: server.idOf(maker) })
    .where('id', '=', body.id)
    .execute();
  return { ids: { id: body.id, hotelId }, marks: [fileName] };
};

/** Makes a hotel whose cycle has ended. */
const cycle: Maker = async (world) => {
  const { hotelId } = await aPlace(world);
  const { id } = await world.server.db
    .updateTable('cycles')
    .set({ endedAt: sql`now()` })
    .where('hotelId', '=', hotelId)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ids: { id, hotelId }, marks: [] };
};

/** Makes a photo of an interview whose response is stored. */
const evidence: Maker = async (world, maker) => {
  const { server, survey } = world;
  const { ids } = await response(world, maker);
  const { clientId } = await server.db
    .selectFrom('responses')
    .select('clientId')
    .where('id', '=', Number(ids['id']))
    .executeTakeFirstOrThrow();
  const sent = { interview: clientId, question: survey.questions[0]?.id ?? 1 };
  const { body } = await sendEvidence(server, maker, sent);
  return { ids: { fileId: body.fileId, interview: clientId }, marks: [body.fileId] };
};

/** Returns the user themselves as their own object. A foreign user has no other use. */
const user: Maker = async ({ server }, maker) => ({
  ids: { id: server.idOf(maker) },
  marks: [maker],
});

const aStranger: Maker = async ({ server }) => {
  const name = unique('UnknownAnswer');
  const { id } = await server.db
    .insertInto('systemUsers')
    .values({
      name,
      email: `${name.replaceAll(' ', '-')}@hotel.example`,
      mobileNumber: '1',
      roleId: server.db.selectFrom('userRoles').select('id').where('name', '=', 'Assessor'),
      passwordHash: 'none',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ids: { id }, marks: [name] };
};

/** Makes a session on the server, with a device name that no other session has. */
const signedIn: Maker = async ({ server }, maker) => {
  const device = `Firefox/${(made += 1)}`;
  const token = await beginSession(server.db, server.idOf(maker), device);
  const id = hashToken(token).toString('hex').slice(0, 24);
  return { ids: { id }, marks: [id] };
};

/**
 * Makes a survey. Surveys have no owner: the foreign one is archived, so only Admins can see it.
 */
const surveyKinds: Record<string, (survey: World['survey']) => Record<string, unknown>> = {
  survey: ({ id, questions: [first, second] }) => ({ id, first: first?.id, second: second?.id }),
  edition: ({ id, edition }) => ({ id, number: edition }),
  question: ({ questions: [first] }) => ({ id: first?.id, questionId: first?.id }),
  'answer option': ({ questions: [first] }) => ({ id: first?.answers[0]?.id }),
};

function ofSurvey(kind: string, archived: boolean): Maker {
  return async ({ server }) => {
    const survey = await aSurvey(server, { choices: 1, title: unique('Survey') });
    if (archived)
      await server.as('alice')('PUT', `/api/surveys/${survey.id}`, { status: 'archived' });
    const ids = Object.entries(surveyKinds[kind]?.(survey) ?? {});
    return {
      ids: Object.fromEntries(ids.map(([name, id]) => [name, Number(id)])),
      marks: [survey.title],
    };
  };
}

const makers: Record<string, { own: Maker; foreign: Maker }> = {
  hotel: { own: hotel, foreign: hotel },
  session: { own: session, foreign: session },
  response: { own: response, foreign: response },
  're-assessment': { own: reassessment, foreign: reassessment },
  round: { own: round, foreign: round },
  remark: { own: remark, foreign: remark },
  appeal: { own: appeal, foreign: appeal },
  document: { own: document, foreign: document },
  cycle: { own: cycle, foreign: cycle },
  waiver: { own: waiver, foreign: waiver },
  action: { own: action, foreign: action },
  link: { own: link, foreign: link },
  planned: { own: planned, foreign: planned },
  self: { own: selfAssessment, foreign: selfAssessment },
  evidence: { own: evidence, foreign: evidence },
  user: { own: user, foreign: aStranger },
  'sign-in': { own: signedIn, foreign: signedIn },
  ...Object.fromEntries(
    Object.keys(surveyKinds).map((kind) => [
      kind,
      { own: ofSurvey(kind, false), foreign: ofSurvey(kind, true) },
    ]),
  ),
};

/** The content of the column `object` for a call that is about no particular object. */
export const noObject = '–';
export const kinds = [...Object.keys(makers), noObject];

/**
 * Makes objects and keeps each one until a call has changed it, because making one costs more than
 * a call.
 */
export function openStore(world: World) {
  const kept = new Map<string, Promise<Thing>>();

  /**
   * Returns who makes an object of this kind, and the object's key: `who`'s own, or somebody
   * else's.
   */
  function keyOf(kind: string, who: Caller, whose: Whose) {
    const self = who === 'nobody' || who === 'contact' ? 'alice' : who;
    const other = self === 'asa' ? 'alice' : 'asa';
    const maker = whose === 'own' ? self : other;
    return {
      maker,
      key:
        kind in surveyKinds
          ? `${kind} ${whose}`
          : `${kind} of ${maker}${kind === 'user' ? whose : ''}`,
    };
  }

  return {
    find(kind: string, who: Caller, whose: Whose): Promise<Thing> {
      const make = makers[kind];
      if (!make || whose === 'absent')
        return Promise.resolve({ ids: kind === 'sign-in' ? noSignIn : {}, marks: [] });
      const { maker, key } = keyOf(kind, who, whose);
      const thing = kept.get(key) ?? make[whose](world, maker);
      kept.set(key, thing);
      return thing;
    },
    forget(kind: string, who: Caller, whose: Whose): void {
      kept.delete(keyOf(kind, who, whose).key);
    },
  };
}
