import { randomUUID } from 'node:crypto';

import type { Db } from '#server/db/statements/transaction.ts';
import { beginSession, hashToken, sessionCookie } from '#server/http/auth-sessions.ts';
import { hashPassword } from '#server/passwords.ts';
import { aHotel, anAction, threeOptions } from '#test/build.ts';
import { aLink } from '#test/contact.ts';
import { people, type PersonName } from '#test/people.ts';
import type { Sender } from './hostile-requests.ts';
import { secretWord } from './hostile-values.ts';
import type { Send } from './send.ts';

/** Words that must never appear in a log, nor in a reply to a person who may not read them. */
export const answerWords = 'canary: what the guest said';

/**
 * Objects to attack, and people who attack them. Each world is new, because the old ones may be
 * damaged.
 */
export type World = {
  /** Returns the cookie of a sender. The contact has another link for a self-assessment. */
  cookieOf: (who: Sender, path?: string) => string | undefined;
  /** The session tokens, which no reply and no log may contain. */
  tokens: string[];
  /**
   * Returns whether this person may read the words by now: a request may have given them the hotel,
   * or another role.
   */
  mayRead: (who: Sender) => Promise<boolean>;
  /**
   * Returns the object for a reference. It is a number, except for an e-mail address or a client
   * id.
   */
  find: (kind: string) => number | string | undefined;
  /** The name of its document in the store. */
  documentPath: string;
};

export async function makeWorld(db: Db, send: Send): Promise<World> {
  const tag = randomUUID().slice(0, 8);
  const known = await makePeople(db, tag);
  const call = async (method: string, path: string, body: unknown) => {
    const { status, text } = await send({
      method,
      path,
      headers: { cookie: known.alice.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text}`);
    return JSON.parse(text);
  };
  const given = { hotelId: `W-${tag}`, hotelName: `World ${tag}` };
  const hotel = await aHotel({ db }, { ...given, serviceConsultantId: known.connie.id });
  const foreign = await aHotel({ db }, { hotelId: `F-${tag}`, hotelName: answerWords });
  const survey = await call('POST', '/api/surveys', {
    title: `World ${tag}`,
    category: 'other',
    status: 'active',
  });
  const question = await call('POST', '/api/questions', {
    surveyId: survey.id,
    text: 'How was it?',
    type: 'radio',
    answers: threeOptions,
  });
  const words = await call('POST', '/api/questions', {
    surveyId: survey.id,
    text: 'Why?',
    type: 'textarea',
  });
  const respondent = {
    respondentName: 'Rosa',
    respondentJobTitle: 'Front desk',
    surveyId: survey.id,
  };
  const session = await call('POST', '/api/interview-sessions', {
    ...respondent,
    hotelId: hotel.id,
  });
  const respond = (hotelId: number, textValue: string, clientId?: string) =>
    call('POST', '/api/responses', {
      ...respondent,
      hotelId,
      clientId,
      responseAnswers: [
        { questionId: question.id, answerId: question.answers[1].id },
        { questionId: words.id, textValue },
      ],
    });
  const client = `offline_1_${tag}`;
  const response = await respond(hotel.id, 'It was well.', client);
  // Flags a response, so that there is something to review.
  await db
    .updateTable('responses')
    .set({ reviewReasons: ['hotel-not-assigned'] })
    .where('id', '=', response.id)
    .execute();
  await respond(foreign.id, answerWords);
  const { remarks } = await call('POST', `/api/responses/${response.id}/remarks`, {
    ...{ clientId: `remark_1_${tag}`, text: 'Look again' },
  });
  const appealed = await anAppealed(db, call, { respondent, question, known, tag });
  const cycle = await db
    .selectFrom('cycles')
    .select('id')
    .where('hotelId', '=', hotel.id)
    .executeTakeFirstOrThrow();
  const waiver = await call('POST', `/api/hotels/${hotel.id}/waivers`, {
    ...{
      clientId: `waiver_1_${tag}`,
      questionKey: `id:${words.id}`,
      reason: 'The lift is rebuilt',
    },
    ...{ validFrom: '2026-01-01', validTo: new Date(Date.now() + 1e10).toISOString().slice(0, 10) },
  });
  const action = await anAction({ db }, hotel.id);
  const shown = await anApprovedRound(db, hotel.id, cycle.id);
  await db.updateTable('actions').set(shown.ofAction).where('id', '=', action.id).execute();
  const link = await aLink({ db }, { hotelId: hotel.id, roundId: shown.roundId });
  const selfClient = `self_1_${tag}`;
  const self = await aSelfAssessment(db, {
    ...{ hotelId: hotel.id, roundId: response.roundId, surveyId: survey.id },
    clientId: selfClient,
  });
  const roles = await db.selectFrom('userRoles').select('id').orderBy('id').execute();
  const document = await aDocument(db, hotel.id, known.asa.id, tag);
  const elsewhere = await beginSession(db, known.asa.id, 'fuzz');
  const found: Record<string, number | string> = {
    hotel: hotel.id,
    foreign: foreign.id,
    absent: 2_000_000_000,
    survey: survey.id,
    edition: 2,
    question: question.id,
    words: words.id,
    key: `id:${question.id}`,
    option: question.answers[0].id,
    session: session.id,
    signin: hashToken(elsewhere).toString('hex').slice(0, 24),
    response: response.id,
    remark: remarks[0].id,
    waiver: waiver.id,
    contact: link.contactId,
    link: link.linkId,
    self: selfClient,
    token: link.token,
    round: response.roundId,
    cycle: cycle.id,
    appeal: appealed,
    action: action.id,
    role: roles[tag.charCodeAt(0) % roles.length]?.id ?? 1,
    user: known.cole.id,
    document,
    evidence: await aPhoto(db, client, known.asa.id, `${tag}.txt`),
    email: known.cole.email,
    client,
  };
  return {
    cookieOf: (who, path = '') => {
      if (who === 'contact')
        return path.startsWith('/api/link/interviews') ? self.cookie : link.cookie;
      return who === 'nobody' ? undefined : known[who].cookie;
    },
    tokens: [link.token, self.token, elsewhere, ...Object.values(known).map(({ token }) => token)],
    mayRead: async (who) =>
      who !== 'nobody' && who !== 'contact' && (await isTheirs(db, foreign.id, known[who].id)),
    find: (kind) => found[kind],
    documentPath: `${tag}.txt`,
  };
}

type Call = (method: string, path: string, body: unknown) => Promise<{ id: number }>;
type Place = {
  respondent: object;
  question: { id: number; answers: readonly { id: number }[] };
  known: Known;
  tag: string;
};

/**
 * Makes an open appeal of the consultant's, in an approved round of another hotel. The Assessor held the interview, so
 * the Admin may decide.
 */
async function anAppealed(
  db: Db,
  call: Call,
  { respondent, question, known, tag }: Place,
): Promise<number> {
  const given = { hotelId: `A-${tag}`, hotelName: `Appealed ${tag}` };
  const hotel = await aHotel({ db }, { ...given, serviceConsultantId: known.connie.id });
  const response = await call('POST', '/api/responses', { ...respondent, hotelId: hotel.id });
  await db
    .updateTable('responses')
    .set({ userId: known.asa.id })
    .where('id', '=', response.id)
    .execute();
  await db
    .updateTable('rounds')
    .set({ status: 'approved', approvedAt: new Date().toISOString() })
    .where('hotelId', '=', hotel.id)
    .execute();
  const { id } = await db
    .insertInto('appeals')
    .values({
      ...{ clientId: `appeal_1_${tag}`, responseId: response.id, questionId: question.id },
      ...{ wantedId: question.answers[2]?.id ?? null, claim: 'We have a photo' },
      ...{ filedBy: 'Connie', filedById: known.connie.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function isTheirs(db: Db, hotelId: number, userId: number): Promise<boolean> {
  const found = await db
    .selectFrom('systemUsers')
    .innerJoin('userRoles', 'userRoles.id', 'systemUsers.roleId')
    .leftJoin('hotels', (join) => join.on('hotels.id', '=', hotelId))
    .where('systemUsers.id', '=', userId)
    .select(['userRoles.name as role', 'hotels.serviceConsultantId'])
    .executeTakeFirst();
  return found?.role !== people.cole.role || found.serviceConsultantId === userId;
}

type Known = Record<PersonName, { id: number; email: string; token: string; cookie: string }>;

let hash: Promise<string> | undefined;

async function makePeople(db: Db, tag: string): Promise<Known> {
  const passwordHash = await (hash ??= hashPassword(secretWord));
  const entries = (Object.keys(people) as PersonName[]).map(async (who) => {
    const email = `${who}-${tag}@hotel.example`;
    const roleId = db.selectFrom('userRoles').select('id').where('name', '=', people[who].role);
    const { id } = await db
      .insertInto('systemUsers')
      .values({ name: people[who].name, email, roleId, mobileNumber: '1', passwordHash })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await beginSession(db, id, 'fuzz');
    return [who, { id, email, token, cookie: `${sessionCookie}=${token}` }] as const;
  });
  return Object.fromEntries(await Promise.all(entries)) as Known;
}

async function aDocument(db: Db, hotelId: number, uploadedById: number, tag: string) {
  const { id } = await db
    .insertInto('evaluationDocuments')
    .values({
      hotelId,
      uploadedById,
      fileName: 'notes.txt',
      fileType: 'txt',
      fileSize: 5,
      filePath: `${tag}.txt`,
      uploadedBy: 'Asa',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Makes a photo. Its bytes and those of its thumbnail are those of the document. */
async function aPhoto(db: Db, interview: string, takenById: number, storeName: string) {
  const fileId = `file_${interview}`;
  await db
    .insertInto('evidence')
    .values({
      ...{ fileId, interview, kind: 'photo', takenBy: 'Asa', takenById, size: 5 },
      ...{ name: 'lobby.jpg', mediaType: 'image/jpeg', storeName, thumbnailName: storeName },
      digest: Buffer.alloc(32),
    })
    .execute();
  return fileId;
}

/** Inserts an approved round, which a link shows, and returns what makes an action one of its own. */
async function anApprovedRound(db: Db, hotelId: number, cycleId: number) {
  const { id: roundId } = await db
    .insertInto('rounds')
    .values({
      ...{ hotelId, cycleId, kind: 'session', stage: 'Virtual Session', status: 'approved' },
      ...{ hasActions: true, approvedAt: new Date().toISOString() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { roundId, ofAction: { roundId, cycleId, foundIn: [roundId] } };
}

type Begun = { hotelId: number; roundId: number; surveyId: number; clientId: string };

/** Makes a link to a self-assessment, of which one interview is begun. */
async function aSelfAssessment(db: Db, { hotelId, ...begun }: Begun) {
  const link = await aLink({ db }, { hotelId, roundId: begun.roundId });
  const startedAt = new Date().toISOString();
  await db
    .insertInto('selfAssessments')
    .values({ ...begun, contactId: link.contactId, edition: 2, startedAt })
    .execute();
  return link;
}
