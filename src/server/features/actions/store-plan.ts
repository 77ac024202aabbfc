import { createHash } from 'node:crypto';

import { sql } from 'kysely';

import { linesOf, mostPlans, type ExitPlanInput } from '#domain/actions/exit-plan.ts';
import { mostContactsEver } from '#domain/contacts/contact.ts';
import { can, type Person, type Scope } from '#domain/people/person.ts';
import { asOneLine } from '#domain/text.ts';
import { findDeleted } from '#server/db/people/deleted-people.ts';
import { takeLatePlan } from '#server/db/plans/make-actions.ts';
import { requireUnused } from '#server/db/plans/used-ids.ts';
import { roundAt } from '#server/db/rounds/round-at.ts';
import { findLock } from '#server/db/rounds/round-lock.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';

type Sender = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: Person;
  scope: Scope;
  /** Who held the meeting; undefined for the person who sends it. */
  heldBy: number | undefined;
};

/**
 * Stores a plan, once (rule 143). The hotel has signed it, so it is stored whatever happened to the round or
 * the sender's hotels meanwhile. If its round is approved by now, the plan also changes the actions.
 *
 * Locks the hotel first, then the round, then the cycle's actions, in the order of an approval.
 *
 * Throws 404 when the hotel is not within scope and was not when the meeting was held, 409 for other content
 * under a known client id, and 400 for an owner who does not belong to the hotel.
 */
export async function storePlan(
  sender: Sender,
  hotelId: number,
  plan: ExitPlanInput,
): Promise<{ id: number; isNew: boolean }> {
  const { db, person, heldBy } = sender;
  const holder = await holderOf(sender);
  await lockHotel(sender, holder.id ?? person.id, hotelId, plan);
  const digest = createHash('sha256').update(JSON.stringify(plan)).digest();
  const known = await db
    .selectFrom('exitPlans')
    .select(['id', 'hotelId', 'digest', 'agreedById', 'sentById'])
    .where('clientId', '=', plan.clientId)
    .executeTakeFirst();
  if (known) {
    const isSame = known.hotelId === hotelId && known.digest.equals(digest);
    const isSent = [known.sentById, known.agreedById].includes(person.id);
    if (isSame && (isSent || (heldBy !== undefined && known.agreedById === holder.id)))
      return { id: known.id, isNew: false };
    throw new ProblemError('same-key-other-content', 'Another plan is stored under this id.');
  }
  await requireUnused(db, plan.clientId);
  const roundId = await findRound(db, hotelId, plan);
  // From here on, nobody can approve or reopen the round before the plan is stored.
  const approval = await findLock(db, roundId);
  await requireRoom(db, hotelId);
  const contacts = await addContacts(db, hotelId, plan.contacts);
  const owners = await nameOwners(db, hotelId, plan, contacts);
  const { id } = await db
    .insertInto('exitPlans')
    .values({
      ...{ clientId: plan.clientId, digest, hotelId, roundId, heldAt: plan.heldAt },
      ...{ agreedBy: holder.name, agreedById: holder.id, replaces: plan.replaces ?? [] },
      ...(holder.id !== person.id && { sentBy: person.name, sentById: person.id }),
      ...{ assessorFile: plan.signatures.assessor, hotelFile: plan.signatures.hotel },
      hotelName: asOneLine(plan.signatures.hotelName),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const questions = await findQuestions(db, plan.items);
  const now = sender.deps.now();
  await db
    .insertInto('exitPlanItems')
    .values(
      plan.items.map(({ owner: _, edited, ...item }, place) => ({
        ...{ ...item, ...owners[place], planId: id },
        ...momentsOf(item.what, owners[place]?.ownerName ?? null, {
          edited,
          heldAt: plan.heldAt,
          now,
        }),
        questionId: questions.get(item.questionKey) ?? null,
      })),
    )
    .execute();
  if (approval && roundId !== null) await takeLatePlan(sender, roundId);
  return { id, isNew: true };
}

/**
 * Returns who held the meeting: the sender, or where an Admin sends what was left on a device, the person
 * who left it. Somebody whose account was deleted keeps the name.
 */
async function holderOf({
  db,
  person,
  heldBy,
}: Sender): Promise<{ id: number | null; name: string }> {
  if (heldBy === undefined || heldBy === person.id) return person;
  if (!can(person, 'responses.import'))
    throw new ProblemError('not-allowed', 'Only an Admin may send the plan of somebody else.');
  const found = await db
    .selectFrom('systemUsers')
    .select(['id', 'name'])
    .where('id', '=', heldBy)
    .executeTakeFirst();
  if (found) return found;
  const left = await findDeleted(db, heldBy);
  if (!left) throw invalid('heldBy', 'Nobody here has this number.');
  return { id: null, name: left.name };
}

/** Returns when the fields of an item were edited, none of them later than now. */
function momentsOf(
  what: string,
  ownerName: string | null,
  { edited, heldAt, now }: { edited: Edited; heldAt: string; now: number },
) {
  const said = edited ?? { what: heldAt, owner: heldAt, dueOn: heldAt };
  const at = (moment: string | undefined) =>
    moment === undefined ? null : new Date(Math.min(Date.parse(moment), now)).toISOString();
  return {
    whatAt: what === '' ? null : at(said.what),
    ownerAt: ownerName === null ? null : at(said.owner),
    dueAt: at(said.dueOn),
  };
}

type Edited = ExitPlanInput['items'][number]['edited'];

/**
 * Locks the hotel, so that its plans are stored one after the other. Neither an approval nor a row
 * that refers to the hotel waits for this lock.
 */
async function lockHotel(
  { deps, db, scope }: Sender,
  holderId: number,
  hotelId: number,
  { clientId, heldAt }: ExitPlanInput,
): Promise<void> {
  const held = new Date(Math.min(Date.parse(heldAt), deps.now())).toISOString();
  const hotel = await db
    .selectFrom('hotels')
    .select('id')
    .where('id', '=', hotelId)
    .where(
      sql<boolean>`(${inScope(scope, 'hotels.id')}
        or had_right(${holderId}, ${hotelId}, ${clientId}, ${held}))`,
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!hotel) throw notFound('The hotel');
}

/**
 * Returns the round of the meeting: the one that the device named, where it is the hotel's; otherwise the
 * latest of its kind that was the hotel's current one before the meeting ended, or the first of its kind;
 * otherwise the one to which an interview of that time belongs.
 */
async function findRound(
  db: Db,
  hotelId: number,
  { roundId, kind, heldAt }: ExitPlanInput,
): Promise<number | null> {
  const ofKind = sql`from round_times at join rounds round on round.id = at.round_id
    where at.hotel_id = ${hotelId} and round.kind = ${kind}`;
  const { rows } = await sql<{ id: number | null }>`select coalesce(
    (select id from rounds where id = ${roundId ?? null} and hotel_id = ${hotelId}),
    (select at.round_id ${ofKind} and at.since <= ${heldAt} order by at.since desc limit 1),
    (select at.round_id ${ofKind} order by at.since limit 1),
    (select ${sql.raw(roundAt('hotel.id', 'hotel.held'))}
      from (select ${hotelId}::integer as id, ${heldAt}::timestamptz as held) hotel)) as id`.execute(
    db,
  );
  return rows[0]?.id ?? null;
}

async function requireRoom(db: Db, hotelId: number): Promise<void> {
  const { all } = await db
    .selectFrom('exitPlans')
    .select(sql<number>`count(*)::integer`.as('all'))
    .where('hotelId', '=', hotelId)
    .executeTakeFirstOrThrow();
  if (all >= mostPlans)
    throw new ProblemError('conflict', `This hotel has ${mostPlans} plans, and takes no more.`);
}

type Owner = { kind: 'user' | 'contact'; id: number; name: string };

/** Adds the people who were met, each once, and returns them by their client ids. */
async function addContacts(
  db: Db,
  hotelId: number,
  contacts: ExitPlanInput['contacts'],
): Promise<Map<string, Owner>> {
  if (contacts.length === 0) return new Map();
  const clientIds = contacts.map(({ clientId }) => clientId);
  const known = await db
    .selectFrom('hotelContacts')
    .select(['clientId', 'hotelId', 'id', 'name'])
    .where('clientId', '=', sql<string>`any(${clientIds})`)
    .execute();
  const foreign = known.find((one) => one.hotelId !== hotelId);
  if (foreign)
    throw invalid(
      `contacts.${clientIds.indexOf(foreign.clientId)}.clientId`,
      'Another contact has this client id',
    );
  const added = contacts.filter((one) => known.every(({ clientId }) => clientId !== one.clientId));
  if (added.length > 0) {
    await requireRoomForContacts(db, hotelId, added.length);
    const rows = await db
      .insertInto('hotelContacts')
      .values(added.map((contact) => ({ ...linesOf(contact), hotelId })))
      .returning(['clientId', 'hotelId', 'id', 'name'])
      .execute();
    known.push(...rows);
  }
  return new Map(known.map(({ clientId, id, name }) => [clientId, { kind: 'contact', id, name }]));
}

/**
 * Throws when the hotel would have too many contacts, counting those who have left. The lower limit, which does
 * not count them, is not checked here, because the hotel has signed the plan.
 */
async function requireRoomForContacts(db: Db, hotelId: number, added: number): Promise<void> {
  const { all } = await db
    .selectFrom('hotelContacts')
    .select(sql<number>`count(*)::integer`.as('all'))
    .where('hotelId', '=', hotelId)
    .executeTakeFirstOrThrow();
  if (all + added > mostContactsEver)
    throw new ProblemError(
      'conflict',
      `A hotel can have ${mostContactsEver} contacts with those who have left.`,
    );
}

/** Returns the columns of the owner of each item. Somebody who has left the hotel stays by name. */
async function nameOwners(
  db: Db,
  hotelId: number,
  { clientId, heldAt, items }: ExitPlanInput,
  added: ReadonlyMap<string, Owner>,
) {
  const idsOf = (kind: Owner['kind']) =>
    items.flatMap(({ owner }) => (owner?.kind === kind && 'id' in owner ? [owner.id] : []));
  const { rows: users } = await sql<{ id: number; name: string }>`
    select id, name from system_users where id = any(${idsOf('user')}) and (
      id in (select user_id from assigned_hotels where hotel_id = ${hotelId})
      or had_right(id, ${hotelId}, ${clientId}, now())
      or had_right(id, ${hotelId}, ${clientId}, ${heldAt}))`.execute(db);
  const contacts = await db
    .selectFrom('hotelContacts')
    .select(['id', 'name'])
    .where('hotelId', '=', hotelId)
    .where('id', '=', sql<number>`any(${idsOf('contact')})`)
    .execute();
  const named = { user: users, contact: contacts };
  return items.map(({ owner }, place) => {
    const at = `items.${place}.owner`;
    if (owner === null) return { ownerUserId: null, ownerContactId: null, ownerName: null };
    if ('clientId' in owner) {
      const contact = added.get(owner.clientId);
      if (!contact) throw invalid(`${at}.clientId`, 'This person is not among the contacts');
      return { ownerUserId: null, ownerContactId: contact.id, ownerName: contact.name };
    }
    const { kind, id } = owner;
    const one = named[kind].find((some) => some.id === id);
    if (!one)
      throw invalid(
        `${at}.id`,
        kind === 'user'
          ? 'This person does not see the hotel; choose another'
          : 'This contact is not at the hotel; choose another',
      );
    return kind === 'user'
      ? { ownerUserId: id, ownerContactId: null, ownerName: one.name }
      : { ownerUserId: null, ownerContactId: id, ownerName: one.name };
  });
}

/** Returns a question for each key: its own, or one of the survey that has the code. */
async function findQuestions(db: Db, items: ExitPlanInput['items']): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select distinct on (item.key) item.key, question.id
    from jsonb_to_recordset(${JSON.stringify(
      items.map(({ questionKey: key, surveyId: survey }) => ({ key, survey })),
    )}::jsonb) item (key text, survey integer)
    join questions question on question.survey_id = item.survey
      and item.key in ('id:' || question.id, 'code:' || upper(question.code))
    order by item.key, question.id`.execute(db);
  return new Map(rows.map(({ key, id }) => [key, id]));
}
