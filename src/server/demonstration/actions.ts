import type { Insertable } from 'kysely';

import { weekdaysAfter } from '#domain/actions/due.ts';
import { canMove, moves, type ActionStatus } from '#domain/actions/moves.ts';
import { changesOfRound, shownBy, type Found } from '#domain/actions/of-round.ts';
import type { Database } from '#server/db/schema/schema.ts';
import type { ActionEventBody } from '#server/db/schema/actions.ts';
import type { Tx } from '#server/db/statements/transaction.ts';
import type { World } from './interviews.ts';
import { calendarDay, day, iso, workingHour } from './moments.ts';
import type { DemonstrationPerson } from './people.ts';
import type { Random } from './random.ts';

type Hotel = World['hotels'][number];

/**
 * The number of hotels whose onsite round of the present cycle is approved: hotels of the consultant whose
 * account people try, and others. Those with the fewest findings are taken, so that lists stay short.
 */
const plannedHotels = { own: 2, others: 1 };
/** A plan with fewer actions than this would not show every state. */
const fewest = 5;
/** The weekdays in which an action is due, as by default. */
const weekdays = { critical: 3, other: 14 };

const doneWords = [
  'Trained on both shifts this week, and added to the morning briefing.',
  'Replaced on the whole floor; housekeeping checks it with every departure.',
  'The duty manager signs the checklist each evening now.',
  'New signs are up at the entrance and beside the lifts.',
  'Role-played with the whole front desk team. We will repeat it in a month.',
];

type Round = { id: number; cycleId: number; hotel: Hotel; found: readonly Found[] };
type Asked = World['surveys'];

/**
 * Approves the onsite rounds of a few hotels that have just left that stage, and inserts the actions of
 * their findings with what was done about them since, as the server would have made them.
 */
export async function insertActions(
  tx: Tx,
  { random, now, people, hotels }: Pick<World, 'random' | 'now' | 'people' | 'hotels'>,
  surveys: Asked,
): Promise<void> {
  const rounds = await readRounds(tx, { people, hotels, now }, surveys);
  const isOwn = ({ hotel }: Round) => hotel.namedConsultant === 'consultant';
  const chosen = [
    ...rounds.filter(isOwn).slice(0, plannedHotels.own),
    ...rounds.filter((round) => !isOwn(round)).slice(0, plannedHotels.others),
  ];
  for (const round of chosen) {
    const worker = round.hotel.namedConsultant && people[round.hotel.namedConsultant];
    if (!worker) continue;
    const approvedAt = approvalOf(round.hotel, now);
    await approve(tx, round, { approvedAt, approvedById: people.admin.id });
    const actions = await insertOpen(tx, round, { approvedAt, random });
    const work = { ...people, worker, now, random };
    for (const [place, action] of actions.entries()) await workOn(tx, action, { ...work, place });
  }
}

/**
 * Returns the onsite rounds of the hotels that have just left that stage and have a consultant, those with
 * the fewest findings first.
 */
async function readRounds(
  tx: Tx,
  { people, hotels, now }: Pick<World, 'people' | 'hotels' | 'now'>,
  surveys: Asked,
): Promise<Round[]> {
  const left = hotels.filter(
    ({ stage, namedConsultant }) =>
      stage === 'Virtual Session' &&
      namedConsultant !== null &&
      people[namedConsultant].leftAt > now,
  );
  const hotelOf = new Map(left.map((hotel) => [hotel.id, hotel]));
  const rows = await tx
    .selectFrom('rounds')
    .select(['id', 'cycleId', 'hotelId'])
    .where('hotelId', 'in', [...hotelOf.keys()])
    .where('stage', '=', 'Onsite Assessment')
    .orderBy('id')
    .execute();
  const rounds: Round[] = [];
  for (const { id, cycleId, hotelId } of rows) {
    const hotel = hotelOf.get(hotelId);
    const found = await findingsOf(tx, id, surveys);
    if (hotel && found.length >= fewest) rounds.push({ id, cycleId, hotel, found });
  }
  return rounds.toSorted((one, other) => one.found.length - other.found.length);
}

/**
 * Returns when the round was approved: some days after the hotel left the stage, when all its responses had
 * arrived.
 */
function approvalOf({ entered }: Hotel, now: number): number {
  return workingHour((entered['Virtual Session'] ?? now) + 4 * day, 15, 0);
}

async function approve(
  tx: Tx,
  { id }: Round,
  { approvedAt, approvedById }: { approvedAt: number; approvedById: number },
): Promise<void> {
  await tx
    .updateTable('rounds')
    .set({ status: 'approved', hasActions: true, approvedById, approvedAt: iso(approvedAt) })
    .where('id', '=', id)
    .execute();
}

/** Returns what the round shows, as its approval finds it. */
async function findingsOf(tx: Tx, id: number, surveys: Asked): Promise<readonly Found[]> {
  const rows = await tx
    .selectFrom('responses')
    .select(['id', 'surveyId', 'edition', 'marks', 'lost', 'answers', 'asked', 'completedAt'])
    .where('roundId', '=', id)
    .where('counts', '=', true)
    .orderBy('completedAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const responses = rows.map(({ surveyId, edition, ...row }) => {
    const survey = surveys.find((one) => one.id === surveyId);
    const questions = survey?.editions.find(({ number }) => number === edition)?.questions ?? [];
    return { ...row, questions };
  });
  const round = { id, responses: responses.map((row) => row.id), waived: new Set<string>() };
  return changesOfRound(round, shownBy(responses, 'onsite'), []).made;
}

type Made = { id: number; severity: Found['severity']; foundAt: number };

async function insertOpen(
  tx: Tx,
  { id: roundId, cycleId, hotel, found }: Round,
  { approvedAt, random }: { approvedAt: number; random: Random },
): Promise<Made[]> {
  const rows = found.map(({ key, questionId, text, severity, responses }) => ({
    ...{ clientId: `action_${random.letters(24)}`, hotelId: hotel.id, cycleId, roundId },
    ...{ questionId, questionKey: key, questionText: text, severity, responses },
    dueOn: weekdaysAfter(
      calendarDay(approvedAt),
      severity === 'critical' ? weekdays.critical : weekdays.other,
    ),
    ...{ foundIn: [roundId], foundAt: iso(approvedAt), createdAt: iso(approvedAt) },
  }));
  const made = await tx.insertInto('actions').values(rows).returning(['id', 'severity']).execute();
  return made.map((row) => ({ ...row, foundAt: approvedAt }));
}

type Work = {
  /** The consultant of the hotel, who reports what its people have done. */
  worker: DemonstrationPerson;
  assessor: DemonstrationPerson;
  now: number;
  random: Random;
  /** The place of the action among those of its round. */
  place: number;
};

/** What happens to an action, one step after the other, and how many weekdays after the approval. */
const steps = [
  { after: 1, kind: 'owner' },
  { after: 3, kind: 'status', move: 'start' },
  { after: 6, kind: 'status', move: 'finish' },
  { after: 8, kind: 'status', move: 'verify' },
] as const;

/** Takes an action through as many steps as its place says, as far as there was time for them. */
async function workOn(
  tx: Tx,
  { id, severity, foundAt }: Made,
  { worker, assessor, now, random, place }: Work,
): Promise<void> {
  // A critical action can only be done with a photo, and these actions have none. So it stops before that.
  const reach = Math.min(place % (steps.length + 1), severity === 'critical' ? 2 : steps.length);
  const events: Insertable<Database['actionEvents']>[] = [];
  let status: ActionStatus = 'open';
  for (const step of steps.slice(0, reach)) {
    const weekday = Date.parse(weekdaysAfter(calendarDay(foundAt), step.after));
    const at = workingHour(weekday, random.between(9, 17), 0);
    if (at > now) break;
    const actor = step.kind === 'status' && step.move === 'verify' ? assessor : worker;
    const body: ActionEventBody = { text: '' };
    if (step.kind === 'owner') body.owner = { kind: 'user', id: worker.id, name: worker.name };
    else {
      if (!canMove(status, step.move)) throw new Error(`A ${status} action cannot ${step.move}`);
      const { to } = moves[step.move];
      Object.assign(body, { move: step.move, from: status, to });
      if (step.move === 'finish') body.text = random.pick(doneWords);
      status = to;
    }
    events.push({
      ...{ clientId: `event_${random.letters(24)}`, actionId: id, kind: step.kind },
      ...{ body: JSON.stringify(body), actorName: actor.name, actorUserId: actor.id, at: iso(at) },
    });
  }
  if (events.length === 0) return;
  await tx.insertInto('actionEvents').values(events).execute();
  await tx
    .updateTable('actions')
    .set({
      ...{ status, ownerUserId: worker.id, ownerName: worker.name, version: 1 + events.length },
    })
    .where('id', '=', id)
    .execute();
}
