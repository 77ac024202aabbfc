import type { ParsedResponse } from '#domain/responses/response.ts';
import { idsOfKeys } from '#domain/surveys/question-key.ts';
import type { KeptEdition } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid } from '#server/problems.ts';

type AskedInput = Pick<ParsedResponse, 'asked' | 'clientId' | 'hotelId' | 'roundId'>;

/**
 * Returns which questions of the edition a response is scored by, and whether somebody should look at
 * that.
 *
 * | the response names           | scored by          | flagged                                    |
 * | ---------------------------- | ------------------ | ------------------------------------------ |
 * | nothing                      | the whole edition  | no                                         |
 * | what its round asks          | what was asked     | no                                         |
 * | anything else with its round | what was asked     | yes                                        |
 * | a part, without such a round | the whole edition  | yes; a call without a client id is refused |
 *
 * So nobody can make a survey smaller by leaving out what went badly. Only a response that names what
 * was asked costs a query.
 */
export async function askedPart(
  db: Db,
  { questions }: KeptEdition,
  { asked, roundId, hotelId, clientId }: AskedInput,
): Promise<{ asked: number[] | undefined; differs: boolean }> {
  if (!asked) return { asked: undefined, differs: false };
  const keys = roundId && hotelId ? await keysOf(db, roundId, hotelId) : null;
  if (!keys) {
    if (clientId === undefined)
      throw invalid('asked', 'Only a re-assessment round asks a part of a survey');
    return { asked: undefined, differs: true };
  }
  const wanted = idsOfKeys(questions, keys);
  const given = new Set(asked);
  return { asked: [...given], differs: !isSame(given, wanted) };
}

function isSame(given: ReadonlySet<number>, wanted: readonly number[]): boolean {
  return given.size === wanted.length && wanted.every((id) => given.has(id));
}

/** Returns the keys of the questions that a round of the hotel asks; null where it asks all. */
async function keysOf(db: Db, roundId: number, hotelId: number): Promise<string[] | null> {
  const round = await db
    .selectFrom('rounds')
    .select('questions')
    .where('id', '=', roundId)
    .where('hotelId', '=', hotelId)
    .executeTakeFirst();
  return round?.questions ?? null;
}
