import type { Db } from './transaction.ts';

/** Appends to the audit trail: who did what to which object. Details name fields, never answers. */
export async function recordEvent(
  db: Db,
  actor: { id: number; name: string } | null,
  action: string,
  objectId: number | null,
  details: Record<string, unknown> = {},
): Promise<void> {
  await db
    .insertInto('auditEvents')
    .values({
      actorId: actor?.id ?? null,
      actorName: actor?.name ?? 'Nobody signed in',
      action,
      objectId,
      details: JSON.stringify(details),
    })
    .execute();
}
