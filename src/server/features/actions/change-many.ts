import { sql } from 'kysely';

import { mostActionEvents } from '#domain/actions/action.ts';
import type { DueInput, OwnerInput } from '#domain/actions/action-input.ts';
import { isOpen } from '#domain/actions/moves.ts';
import { plural } from '#domain/plural.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import { findPersonName } from '#server/db/people/person-name.ts';
import { hotelsUnseenBy } from '#server/db/people/users-at.ts';
import type { ActionEventBody } from '#server/db/schema/actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

type Caller = { db: Db; person: Person; scope: Scope };
type Before = Awaited<ReturnType<typeof queries.lockActions>>[number];

/** What each of many actions gets. */
type Change = {
  kind: 'due' | 'owner';
  /** The person whom the change names. */
  names?: number;
  /** Returns whether a stored event gave the same. */
  isSame: (body: ActionEventBody) => boolean;
  /** Returns the event, and the columns that it changes. */
  judge: (actions: readonly Before[]) => Promise<{
    body: ActionEventBody;
    columns: Partial<{
      dueOn: string;
      ownerUserId: number;
      ownerName: string;
      ownerContactId: null;
    }>;
  }>;
};

/**
 * Gives many actions one due day, all or none (rule 135). Returns how many actions have another due day now; null
 * when the same call was stored before.
 */
export async function changeDue(caller: Caller, input: DueInput): Promise<number | null> {
  const { dueOn } = input;
  const before = await changeMany(caller, input, {
    kind: 'due',
    isSame: (body) => body.dueOn === dueOn,
    judge: async () => ({ body: { text: '', dueOn }, columns: { dueOn } }),
  });
  return before && before.filter((one) => one.dueOn !== dueOn).length;
}

/**
 * Gives many actions one owner, all or none (rule 254). Returns the actions as they were before; null when the same
 * call was stored before. Throws when the owner does not see the hotel of one of them.
 */
export async function changeOwner(caller: Caller, input: OwnerInput): Promise<Before[] | null> {
  const { ownerUserId } = input;
  return changeMany(caller, input, {
    kind: 'owner',
    names: ownerUserId,
    isSame: ({ owner }) => owner?.kind === 'user' && owner.id === ownerUserId,
    judge: async (actions) => {
      const name = await nameOwner(caller.db, ownerUserId, actions);
      return {
        body: { text: '', owner: { kind: 'user', id: ownerUserId, name } },
        columns: { ownerUserId, ownerName: name, ownerContactId: null },
      };
    },
  });
}

async function nameOwner(db: Db, id: number, actions: readonly Before[]): Promise<string> {
  const hotelIds = [...new Set(actions.map(({ hotelId }) => hotelId))];
  const [unseen, ...others] = await hotelsUnseenBy(db, id, hotelIds);
  const name = unseen === undefined ? await findPersonName(db, id) : undefined;
  if (name !== undefined) return name;
  const more = others.length > 0 ? ` and ${othersOf(others.length)}` : '';
  throw invalid(
    'ownerUserId',
    `This person does not see ${unseen ?? 'the hotel'}${more}; choose another, or fewer actions`,
  );
}

const othersOf = (count: number) => `${count} other ${plural(count, 'hotel')}`;

/**
 * The caller names each action with the version that they saw. Each action gets an event, whose client id is made from
 * the call's. So the call sent again changes nothing.
 */
async function changeMany(
  { db, person, scope }: Caller,
  { clientId, actions }: Pick<DueInput, 'clientId' | 'actions'>,
  { kind, names, isSame, judge }: Change,
): Promise<Before[] | null> {
  const ids = actions.map(({ id }) => id);
  const stored = await queries.lockActions(db, scope, { ids, names });
  if (stored.length < ids.length) throw notFound('One of the actions');
  const nameOf = (id: number) => `${clientId}_${kind}_${id}`;
  const known = await db
    .selectFrom('actionEvents')
    .select('body')
    .where('clientId', '=', sql<string>`any(${ids.map(nameOf)})`)
    .execute();
  if (known.length > 0) {
    if (known.length === ids.length && known.every(({ body }) => isSame(body))) return null;
    throw new ProblemError('same-key-other-content', 'Another call is stored under this id.');
  }
  const seen = new Map(actions.map(({ id, version }) => [id, version]));
  const changed = stored.filter(
    ({ id, version, status }) => version !== seen.get(id) || !isOpen(status),
  );
  if (changed.length > 0)
    throw new ProblemError(
      'changed-meanwhile',
      `${changed.length} ${plural(changed.length, 'action was', 'actions were')} changed or closed meanwhile. No ${wordsOf[kind]} was changed; look at them again.`,
    );
  if ((await queries.countEvents(db, ids)) >= mostActionEvents)
    throw new ProblemError(
      'conflict',
      `One of the actions has ${mostActionEvents} events, and takes no more.`,
    );
  const { body, columns } = await judge(stored);
  await db
    .insertInto('actionEvents')
    .values(
      ids.map((actionId) => ({
        ...{ clientId: nameOf(actionId), actionId, kind },
        ...{ actorName: person.name, actorUserId: person.id },
        body: JSON.stringify(body),
      })),
    )
    .execute();
  await db
    .updateTable('actions')
    .set({ ...columns, version: sql`version + 1` })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  return stored;
}

const wordsOf = { due: 'due day', owner: 'owner' } as const;
