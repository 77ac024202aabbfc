import { statusNames } from '#domain/actions/moves.ts';
import type { AuditAction } from '#domain/audit/actions.ts';
import { shortName } from '#domain/audit/changes.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import type { World } from './interviews.ts';
import { stepsOf } from './journey.ts';
import { day, iso, workingHour } from './moments.ts';
import type { DemonstrationPerson } from './people.ts';

type Event = {
  /** Milliseconds since 1970. */
  at: number;
  actor: Pick<DemonstrationPerson, 'id' | 'name'>;
  action: AuditAction;
  objectId: number | null;
  details: Record<string, unknown>;
};

/** Inserts the audit events that all this work would have left, oldest first. */
export async function insertEvents(tx: Tx, world: World): Promise<void> {
  const events = [
    ...(await ofPeople(tx, world)),
    ...ofHotels(world),
    ...(await ofSurveys(tx, world)),
    ...(await ofInterviews(tx)),
    ...(await ofDocuments(tx)),
    ...(await ofEvidence(tx)),
    ...(await ofActions(tx, world)),
  ].filter(({ at }) => at <= world.now);
  await tx
    .insertInto('auditEvents')
    .values(
      events
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, actor, action, objectId, details }) => ({
          at: iso(at),
          actorId: actor.id,
          actorName: actor.name,
          action,
          objectId,
          details: JSON.stringify(details),
        })),
    )
    .execute();
}

/** The number of weeks for which sign-ins are invented. */
const signInWeeks = 8;

/** Returns the events of people: accounts created, the one that was deactivated, and sign-ins. */
async function ofPeople(tx: Tx, { random, now, people }: World): Promise<Event[]> {
  const rows = await tx
    .selectFrom('systemUsers as user')
    .innerJoin('userRoles as role', 'role.id', 'user.roleId')
    .select(['user.id', 'user.name', 'user.isActive', 'user.lastLogin', 'user.createdAt'])
    .select(['user.updatedAt', 'role.name as role'])
    .where(
      'user.id',
      'in',
      Object.values(people).map(({ id }) => id),
    )
    .orderBy('user.id')
    .execute();
  const { admin, secondAdmin } = people;
  return rows.flatMap((row): Event[] => {
    const about = (
      at: number,
      action: AuditAction,
      details: Event['details'],
      actor: Event['actor'] = admin,
    ): Event => ({
      ...{ at, actor, action, objectId: row.id },
      details: { name: row.name, ...details },
    });
    const last = Date.parse(row.lastLogin ?? row.createdAt);
    const days = Array.from({ length: signInWeeks * 7 }, (_, ago) => last - (ago + 1) * day);
    const visits = days.filter((at) => at > last - signInWeeks * 7 * day && random.chance(0.3));
    return [
      ...(row.id === admin.id
        ? []
        : [about(Date.parse(row.createdAt), 'user.created', { role: row.role })]),
      ...(row.isActive
        ? []
        : [
            about(
              Date.parse(row.updatedAt),
              'user.status-changed',
              { did: 'deactivated' },
              secondAdmin,
            ),
          ]),
      ...[last, ...visits.map((at) => workingHour(at, random.between(7, 10), 0))]
        .filter((at) => at <= now)
        .map((at) => about(at, 'user.signed-in', {}, row)),
    ];
  });
}

/** Returns the events of each hotel: created, and moved on by its consultant if it had one then. */
function ofHotels({ hotels, people }: World): Event[] {
  return hotels.flatMap((hotel): Event[] => {
    const { id, hotelName, entered, former } = hotel;
    const consultant = hotel.namedConsultant && people[hotel.namedConsultant];
    const movedBy = (at: number) =>
      consultant && at < consultant.leftAt ? consultant : people.assessor;
    const steps = [...stepsOf(former), ...stepsOf(entered)];
    return steps.map(({ stage, at }, place): Event => {
      const from = steps[place - 1]?.stage;
      if (from === undefined) {
        const details = { name: hotelName };
        return { at, actor: people.secondAdmin, action: 'hotel.created', objectId: id, details };
      }
      const changes = place === 1 ? { status: { from: 'Pending', to: 'Active' } } : {};
      const details = { name: hotelName, changes, from, to: stage };
      return { at, actor: movedBy(at), action: 'hotel.stage-changed', objectId: id, details };
    });
  });
}

/**
 * Returns the events of surveys: created, activated, changed from edition to edition, and archived.
 */
async function ofSurveys(tx: Tx, { surveys, people }: World): Promise<Event[]> {
  const actor = people.admin;
  const rows = await tx.selectFrom('surveys').select(['id', 'title', 'createdAt']).execute();
  return rows.flatMap(({ id, title, createdAt }): Event[] => {
    const survey = surveys.find((one) => one.id === id);
    const about = (at: number, action: AuditAction, details: Event['details']): Event => ({
      ...{ at, actor, action, objectId: id },
      details: { name: title, ...details },
    });
    const [first, ...later] = survey?.editions ?? [];
    const began = { changes: { status: { from: 'draft', to: 'active' } } };
    return [
      about(Date.parse(createdAt), 'survey.created', {}),
      ...(first ? [about(first.createdAt, 'survey.changed', began)] : []),
      ...later.flatMap((edition, place) => {
        const before = survey?.editions[place]?.questions ?? [];
        const told = { actor, details: { surveyId: id, surveyTitle: title } };
        return changedQuestions(before, edition.questions).map((change, index): Event => {
          const details = { ...told.details, ...change.details };
          return { ...told, ...change, details, at: edition.createdAt - index * 90_000 };
        });
      }),
      ...(survey?.archivedAt
        ? [about(survey.archivedAt, 'survey.removed', { action: 'archived' })]
        : []),
    ];
  });
}

type Asked = World['surveys'][number]['editions'][number]['questions'];

function changedQuestions(before: Asked, after: Asked) {
  const one = (action: AuditAction, { id, text }: Asked[number], details = {}) => ({
    action,
    objectId: id,
    details: { name: shortName(text), ...details },
  });
  return [
    ...before
      .filter(({ id }) => !after.some((other) => other.id === id))
      .map((question) => one('question.deleted', question)),
    ...after.flatMap((question) => {
      const earlier = before.find(({ id }) => id === question.id);
      if (!earlier) return [one('question.created', question)];
      if (earlier.text === question.text) return [];
      const text = { from: shortName(earlier.text), to: shortName(question.text) };
      return [one('question.changed', question, { changes: { text } })];
    }),
  ];
}

/** Returns the events of interviews: when each was begun, and when its response arrived. */
async function ofInterviews(tx: Tx): Promise<Event[]> {
  const sessions = await tx
    .selectFrom('interviewSessions as session')
    .innerJoin('systemUsers as user', 'user.id', 'session.userId')
    .innerJoin('hotels as hotel', 'hotel.id', 'session.hotelId')
    .innerJoin('surveys as survey', 'survey.id', 'session.surveyId')
    .leftJoin('responses as response', 'response.clientId', 'session.clientId')
    .select(['session.id', 'session.startedAt', 'session.hotelId', 'session.surveyId'])
    .select(['hotel.hotelName', 'survey.title as surveyTitle', 'user.id as userId', 'user.name'])
    .select(['response.id as responseId', 'response.receivedAt'])
    .orderBy('session.id')
    .execute();
  return sessions.flatMap(({ id, startedAt, responseId, receivedAt, userId, name, ...where }) => {
    const actor = { id: userId, name };
    const begun: Event = {
      ...{ at: Date.parse(startedAt), actor, action: 'interview.started', objectId: id },
      details: where,
    };
    if (responseId === null || receivedAt === null) return [begun];
    const stored: Event = {
      ...{ at: Date.parse(receivedAt), actor, action: 'response.stored', objectId: responseId },
      details: { ...where, userId },
    };
    return [begun, stored];
  });
}

async function ofDocuments(tx: Tx): Promise<Event[]> {
  const documents = await tx
    .selectFrom('evaluationDocuments as document')
    .innerJoin('hotels as hotel', 'hotel.id', 'document.hotelId')
    .select(['document.id', 'document.fileName', 'document.uploadedAt', 'document.hotelId'])
    .select(['document.uploadedBy', 'document.uploadedById', 'hotel.hotelName'])
    .orderBy('document.id')
    .execute();
  return documents.map(({ id, fileName, uploadedAt, uploadedBy, uploadedById, ...where }) => ({
    at: Date.parse(uploadedAt),
    actor: { id: uploadedById ?? 0, name: uploadedBy },
    action: 'document.uploaded',
    objectId: id,
    details: { name: fileName, ...where },
  }));
}

/** Returns the upload of each file of evidence. */
async function ofEvidence(tx: Tx): Promise<Event[]> {
  const files = await tx
    .selectFrom('evidence')
    .innerJoin('responses as response', 'response.clientId', 'evidence.interview')
    .select(['evidence.id', 'evidence.kind', 'evidence.name', 'evidence.uploadedAt'])
    .select(['evidence.takenBy', 'evidence.takenById', 'response.hotelId', 'response.hotelName'])
    .orderBy('evidence.id')
    .execute();
  return files.map(({ id, uploadedAt, takenBy, takenById, ...details }) => ({
    at: Date.parse(uploadedAt),
    actor: { id: takenById ?? 0, name: takenBy },
    action: 'evidence.added',
    objectId: id,
    details,
  }));
}

/** Returns the approvals that made actions, and what was done about these since. */
async function ofActions(tx: Tx, { people }: World): Promise<Event[]> {
  const actions = await tx
    .selectFrom('actions as action')
    .innerJoin('hotels as hotel', 'hotel.id', 'action.hotelId')
    .select(['action.id', 'action.hotelId', 'hotel.hotelName', 'action.roundId'])
    .select(['action.questionKey', 'action.questionText', 'action.createdAt'])
    .orderBy('action.id')
    .execute();
  const events = await tx.selectFrom('actionEvents').selectAll().orderBy('id').execute();
  const made = [...Map.groupBy(actions, ({ roundId }) => roundId)].flatMap(
    ([roundId, [first, ...others]]): Event[] => {
      if (!first) return [];
      const { hotelId, hotelName, createdAt } = first;
      const shared = { at: Date.parse(createdAt), actor: people.admin };
      const where = { hotelId, hotelName };
      const changed = { made: 1 + others.length, again: 0, verified: 0, cleared: 0 };
      return [
        {
          ...{ ...shared, action: 'round.approved', objectId: roundId },
          details: { ...where, round: 'the onsite round' },
        },
        {
          ...{ ...shared, action: 'action.created', objectId: null },
          details: { ...where, roundId, ...changed },
        },
      ];
    },
  );
  const actionOf = new Map(actions.map((action) => [action.id, action]));
  const done = events.flatMap(({ actionId, at, actorName, actorUserId, body }): Event[] => {
    const about = actionOf.get(actionId);
    if (!about || actorName === null) return [];
    const { hotelId, hotelName, questionKey, questionText } = about;
    const name = questionKey.startsWith('code:') ? questionKey.slice(5) : questionText;
    const { from, to } = body;
    const isMove = from !== undefined && to !== undefined;
    const moved = isMove ? { from: statusNames[from], to: statusNames[to] } : {};
    return [
      {
        ...{ at: Date.parse(at), actor: { id: actorUserId ?? 0, name: actorName } },
        action: !isMove
          ? 'action.changed'
          : to === 'verified'
            ? 'action.verified'
            : 'action.status-changed',
        objectId: actionId,
        details: {
          ...{ hotelId, hotelName, name: shortName(name) },
          ...(!isMove && { changes: { owner: null } }),
          ...(to !== 'verified' && moved),
        },
      },
    ];
  });
  return [...made, ...done];
}
