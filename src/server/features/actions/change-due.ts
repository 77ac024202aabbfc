import { sql } from 'kysely';

import { mostActionEvents } from '#domain/actions/action.ts';
import type { DueInput } from '#domain/actions/action-input.ts';
import { isOpen } from '#domain/actions/moves.ts';
import { plural } from '#domain/plural.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import type { ActionEventBody } from '#server/db/schema/actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { notFound, ProblemError } from '#server/problems.ts';
import * as queries from './queries.ts';

/**
 * Gives many actions one due day, all or none (rule 135). The caller names each action with the version that
 * they saw. Each action gets an event, whose client id is made from the call's. So the call sent again changes
 * nothing.
 *
 * Returns how many actions have another due day now; null when the same call was stored before.
 */
export async function changeDue(
  { db, person, scope }: { db: Db; person: Person; scope: Scope },
  { clientId, dueOn, actions }: DueInput,
): Promise<number | null> {
  const ids = actions.map(({ id }) => id);
  const stored = await queries.lockActions(db, scope, ids);
  if (stored.length < ids.length) throw notFound('One of the actions');
  const nameOf = (id: number) => `${clientId}_due_${id}`;
  const known = await db
    .selectFrom('actionEvents')
    .select('body')
    .where('clientId', '=', sql<string>`any(${ids.map(nameOf)})`)
    .execute();
  if (known.length > 0) {
    if (known.length === ids.length && known.every(({ body }) => body.dueOn === dueOn)) return null;
    throw new ProblemError('same-key-other-content', 'Another call is stored under this id.');
  }
  const seen = new Map(actions.map(({ id, version }) => [id, version]));
  const changed = stored.filter(
    ({ id, version, status }) => version !== seen.get(id) || !isOpen(status),
  );
  if (changed.length > 0)
    throw new ProblemError(
      'changed-meanwhile',
      `${changed.length} ${plural(changed.length, 'action was', 'actions were')} changed or closed meanwhile. No due day was changed; look at them again.`,
    );
  if ((await queries.countEvents(db, ids)) >= mostActionEvents)
    throw new ProblemError(
      'conflict',
      `One of the actions has ${mostActionEvents} events, and takes no more.`,
    );
  await db
    .insertInto('actionEvents')
    .values(
      ids.map((actionId) => ({
        ...{ clientId: nameOf(actionId), actionId, kind: 'due' as const },
        ...{ actorName: person.name, actorUserId: person.id },
        body: JSON.stringify({ text: '', dueOn } satisfies ActionEventBody),
      })),
    )
    .execute();
  await db
    .updateTable('actions')
    .set({ dueOn, version: sql`version + 1` })
    .where('id', '=', sql<number>`any(${ids})`)
    .execute();
  return stored.filter((one) => one.dueOn !== dueOn).length;
}
