import type { Edition } from '#domain/surveys/edition.ts';

import type { Db } from './transaction.ts';

/** Editions in memory at most; the least lately read one leaves. */
const mostKept = 500;

export type Editions = {
  /** The edition of this number, or null where the survey has none such. */
  find: (surveyId: number, number: number) => Promise<Edition | null>;
};

/**
 * Reads editions, keeping them: an edition never changes, so what was read once is true for ever,
 * and a response is scored without asking the database what was asked. It reads outside any
 * transaction, since one that is not committed yet may still vanish.
 */
export function keepEditions(db: Db): Editions {
  const kept = new Map<string, Edition>();
  return {
    find: async (surveyId, number) => {
      const key = `${surveyId}/${number}`;
      const edition = kept.get(key) ?? (await readEdition(db, surveyId, number));
      if (!edition) return null;
      kept.delete(key);
      kept.set(key, edition);
      const oldest = kept.keys().next().value;
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
      return edition;
    },
  };
}

async function readEdition(db: Db, surveyId: number, number: number): Promise<Edition | null> {
  const row = await db
    .selectFrom('surveyEditions')
    .select(['surveyId', 'number', 'title', 'createdAt', 'questions'])
    .where('surveyId', '=', surveyId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ?? null;
}
