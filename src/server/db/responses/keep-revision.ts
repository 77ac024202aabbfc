import { sql } from 'kysely';

import { mostRevisions, type RevisionCause } from '#domain/responses/correction.ts';
import { ProblemError } from '#server/problems.ts';
import type { Db } from '#server/db/statements/transaction.ts';

import { scoreColumns } from './score-values.ts';

/** Who replaces a response's content, and why. */
export type RevisedBy = {
  clientId: string | undefined;
  byId: number;
  reason: string;
  cause?: RevisionCause;
  /** The digest of the request, if the new content was sent as a response (`revise-response.ts`). */
  digest?: string;
};

/** The columns that a revision keeps of its response. */
const content = [...scoreColumns, 'notes', 'files'] as const;
export type ContentColumn = (typeof content)[number];

/**
 * Stores the present content of a response as a revision, before a correction replaces it. The
 * caller must hold the response's lock.
 */
export async function keepRevision(
  db: Db,
  id: number,
  { clientId, byId, reason, cause = 'correction', digest }: RevisedBy,
): Promise<void> {
  await db
    .insertInto('responseRevisions')
    .columns(['responseId', 'number', ...content, 'cause', 'clientId', 'byId', 'reason', 'digest'])
    .expression((from) =>
      from
        .selectFrom('responses')
        .select(['id', 'revision', ...content])
        .select([
          sql<RevisionCause>`${cause}::text`.as('cause'),
          sql<string | null>`${clientId ?? null}::text`.as('clientId'),
          sql<number>`${byId}::integer`.as('byId'),
          sql<string | null>`nullif(${reason}::text, '')`.as('reason'),
          sql<string | null>`${digest ?? null}::text`.as('digest'),
        ])
        .where('id', '=', id),
    )
    .execute();
  await db
    .updateTable('responses')
    .set({
      revision: sql`revision + 1`,
      firstTotal: sql`coalesce(first_total, total_score)`,
      firstMax: sql`coalesce(first_max, max_score)`,
    })
    .where('id', '=', id)
    .execute();
}

/** Returns the error for a response that has as many revisions as are kept. */
export function tooOften(): ProblemError {
  return new ProblemError(
    'conflict',
    `This response was corrected ${mostRevisions} times, and takes no further correction.`,
  );
}
