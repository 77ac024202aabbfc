import { sql } from 'kysely';

import type { AuditAction } from '#domain/audit/actions.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** An event's details: names as they are now and what changed, but never an answer. */
export type EventDetails = Record<string, unknown> & {
  /** The name of the object that the event is about. */
  name?: string;
  /**
   * The names of hotel and survey are stored with the ids, because they may change or be deleted.
   */
  hotelId?: number | null;
  surveyId?: number;
};

/**
 * Appends to the audit trail: who did what to which object. For a hotel contact the event has a
 * name but no account id.
 */
export async function recordEvent(
  db: Db,
  actor: { id: number | null; name: string } | null,
  action: AuditAction,
  objectId: number | null,
  details: EventDetails = {},
): Promise<void> {
  const { hotelId = null, surveyId = null } = details;
  const names = sql`names_of_event(${hotelId}::integer, ${surveyId}::integer)`;
  await db
    .insertInto('auditEvents')
    .values({
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? 'Someone',
      action,
      objectId,
      details: sql<string>`${JSON.stringify(details)}::jsonb || ${names}`,
    })
    .execute();
}

/** Appends one event of the same kind for each of many objects, with one statement. */
export async function recordEvents(
  db: Db,
  actor: { id: number; name: string },
  action: AuditAction,
  events: readonly { objectId: number; details: EventDetails }[],
): Promise<void> {
  await sql`
    insert into audit_events (actor_id, actor_name, action, object_id, details)
    select ${actor.id}, ${actor.name}, ${action}, (event ->> 'objectId')::integer,
      event -> 'details' || names_of_event(
        (event -> 'details' ->> 'hotelId')::integer, (event -> 'details' ->> 'surveyId')::integer)
    from jsonb_array_elements(${JSON.stringify(events)}::jsonb) event`.execute(db);
}
