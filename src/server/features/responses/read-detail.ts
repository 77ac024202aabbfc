import type { Person, Scope } from '#domain/people/person.ts';
import { describeRevisions } from '#domain/responses/correct.ts';
import { correctionRight } from '#domain/responses/correction.ts';
import type { ResponseDetail } from '#domain/responses/response.ts';
import { appealsOf } from '#server/db/responses/appeals.ts';
import { listRevisions } from '#server/db/responses/revisions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/problems.ts';
import { presentDetail } from './present.ts';
import { findResponse } from './queries.ts';

type Reader = {
  deps: Pick<Deps, 'config' | 'editions' | 'now'>;
  db: Db;
  person: Person;
  scope: Scope;
};

/**
 * Returns a response with its questions as they were asked, its corrections, and whether the reader
 * may correct it.
 */
export async function readDetail(
  { deps, db, person, scope }: Reader,
  id: number,
): Promise<ResponseDetail> {
  const response = await findResponse(db, scope, id);
  if (!response) throw notFound('The response');
  const edition = await deps.editions.find(db, response.surveyId, response.edition);
  const { questions, rules } = edition ?? { questions: [] };
  const kept = response.corrected ? await listRevisions(db, id) : [];
  const revisions = describeRevisions(questions, kept, response.answers);
  const appeals =
    response.lockedAt !== null || response.isAppealed
      ? await appealsOf({ deps, db, person, scope }, { responseId: id }, response.lockedAt)
      : undefined;
  const time = { now: deps.now(), hours: deps.config.correctionHours };
  return {
    ...presentDetail(response, { questions, rules }),
    correctedAt: revisions[0]?.at ?? null,
    revisions,
    ...(appeals && { appeals }),
    canCorrect: response.lockedAt === null ? correctionRight(person, response, time) : 'no',
  };
}
