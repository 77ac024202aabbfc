import { LRUCache } from 'lru-cache';

import type { Edition } from '#domain/surveys/edition.ts';

import type { Db } from './transaction.ts';

/** Editions in memory at most; the least lately read one leaves. */
const mostKept = 500;

export type Editions = {
  /**
   * The edition of this number, or null where the survey has none such. What is not in memory is
   * read by the caller's own connection: whoever holds one in a transaction must not wait for
   * another, or enough of them wait for each other. No transaction that makes an edition asks here,
   * since what is not committed yet may still vanish.
   */
  find: (db: Db, surveyId: number, number: number) => Promise<KeptEdition | null>;
};

/** An edition, and whether a device brought it back after a restore from backup. */
export type KeptEdition = Edition & { isFromDevice: boolean };

/**
 * Reads editions, keeping them: an edition never changes, so what was read once is true for ever,
 * and a response is scored without asking the database what was asked.
 */
export function keepEditions(): Editions {
  const kept = new LRUCache<string, KeptEdition>({ max: mostKept });
  return {
    find: async (db, surveyId, number) => {
      const key = `${surveyId}/${number}`;
      const edition = kept.get(key) ?? (await readEdition(db, surveyId, number));
      if (edition) kept.set(key, edition);
      return edition;
    },
  };
}

async function readEdition(db: Db, surveyId: number, number: number): Promise<KeptEdition | null> {
  const row = await db
    .selectFrom('surveyEditions')
    .select(['surveyId', 'number', 'title', 'createdAt', 'questions', 'isFromDevice'])
    .where('surveyId', '=', surveyId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ?? null;
}

/** What a survey asks now, and whether it may be asked; undefined where it never was, or is deleted. */
export function findSurvey(db: Db, surveyId: number) {
  return db
    .selectFrom('surveys')
    .select(['status', 'edition'])
    .where('id', '=', surveyId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}
