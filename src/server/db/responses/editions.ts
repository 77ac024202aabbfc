import { LRUCache } from 'lru-cache';

import type { Edition } from '#domain/surveys/edition.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';

import type { Db } from '#server/db/statements/transaction.ts';

/** The number of editions in memory. Above it, the edition that was read longest ago is dropped. */
const mostKept = 500;

export type Editions = {
  /**
   * Returns the edition with this number, or null when the survey has none. An edition that is not
   * in memory is read with the caller's own connection: a caller inside a transaction holds one
   * already, and if enough of them waited for a second one, they would wait for each other. Do not
   * call this in a transaction that makes an edition: until the commit it may still vanish, but
   * would stay in memory.
   */
  find: (db: Db, surveyId: number, number: number) => Promise<KeptEdition | null>;
};

/** An edition. `isFromDevice` is true when a device uploaded it after a restore from backup. */
export type KeptEdition = Edition & { isFromDevice: boolean };

/**
 * Returns a reader that keeps the editions it read. An edition never changes, so a kept one is
 * never outdated, and responses are scored without a query.
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
    .select(['surveyId', 'number', 'title', 'createdAt', 'questions', 'rules', 'isFromDevice'])
    .where('surveyId', '=', surveyId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row ? withOwnRules(row) : null;
}

/** Leaves out the rules of a survey or an edition that has none of its own. */
export function withOwnRules<T extends { rules: SurveyRules }>({
  rules,
  ...others
}: T): Omit<T, 'rules'> & { rules?: SurveyRules } {
  return Object.keys(rules).length > 0 ? { ...others, rules } : others;
}

/** Finds a survey's status and current edition; undefined when it does not exist or is deleted. */
export function findSurvey(db: Db, surveyId: number) {
  return db
    .selectFrom('surveys')
    .select(['status', 'edition'])
    .where('id', '=', surveyId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
}
