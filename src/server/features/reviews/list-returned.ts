import type { Progress, Remarks } from '#domain/interviews/progress.ts';
import type { Person, Scope } from '#domain/people/person.ts';
import type { ReturnedResponse } from '#domain/rounds/returned.ts';
import type { ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import { someoneWhoLeft } from '#server/db/people/person-name.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import * as queries from './queries.ts';

/** Returns the responses that this person has to correct, as a device opens them again. */
export async function listReturned(
  db: Db,
  person: Person,
  scope: Scope,
): Promise<ReturnedResponse[]> {
  const rows = await queries.listReturned(db, scope, person.id);
  const remarks = await queries.listRemarks(
    db,
    rows.map(({ responseId }) => responseId),
  );
  return rows.flatMap(({ answers, hotelId, returnedAt, returnedBy, ...others }) => {
    if (hotelId === null || returnedAt === null) return [];
    const { files, roundId, asked, ...row } = others;
    return {
      ...row,
      ...{ hotelId, returnedAt },
      returnedBy: returnedBy ?? someoneWhoLeft,
      progress: progressOf(answers),
      remarks: notesOf(answers),
      ...(files && { files }),
      ...(roundId !== null && { roundId }),
      ...(asked && { asked }),
      reviewRemarks: remarks.filter(({ responseId }) => responseId === row.responseId),
    };
  });
}

function progressOf(answers: readonly ScoredAnswer[]): Progress {
  return Object.fromEntries(
    answers.map(({ questionId, answerId, textValue, score, notApplicable }) => [
      questionId,
      { answerId, textValue, score, ...(notApplicable && { na: true as const }) },
    ]),
  );
}

function notesOf(answers: readonly ScoredAnswer[]): Remarks {
  return Object.fromEntries(
    answers.flatMap(({ questionId, note }) => (note ? [[questionId, note]] : [])),
  );
}
