import { z } from 'zod';

import { editionSchema, type Edition } from '#domain/surveys/edition.ts';
import type { OfflineDatabase } from '#web/offline/store/database.ts';
import type { Envelope } from '#web/offline/store/records.ts';
import { editionPath } from '#web/offline/store/edition-path.ts';
import { askWith } from '#web/offline/connection/reply.ts';

/**
 * Sends the server the edition of a response, when the server has none because it was restored from
 * a backup older than the edition. Returns true when the server accepted it.
 */
export async function offerEdition(
  db: OfflineDatabase,
  fetch: typeof globalThis.fetch,
  envelope: Envelope,
): Promise<boolean> {
  const edition = await findEdition(db, envelope);
  if (!edition) return false;
  const { title, questions, rules } = edition;
  const body = { title, questions, ...(rules && { rules }) };
  const reply = await askWith(fetch, 'PUT', editionPath(edition), body);
  return reply.kind === 'answered' && editionSchema.safeParse(reply.json).success;
}

const askedSchema = z.object({ surveyId: z.int(), edition: z.int() });

/**
 * Returns the edition of a response. A response of an earlier release does not refer to its edition, but the
 * cache may still have that edition.
 */
async function findEdition(
  db: OfflineDatabase,
  { asked, body }: Envelope,
): Promise<Edition | undefined> {
  if (asked !== undefined) return (await db.editions.get(asked))?.edition;
  const { surveyId, edition: number } = askedSchema.parse(JSON.parse(body));
  const read = await db.cached.get(editionPath({ surveyId, number }));
  return editionSchema.safeParse(read?.value).data;
}
