import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { Edition, EditionQuestion } from '#domain/surveys/edition.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** A scored question with a code, at its place in an edition. */
export type CodedPlace = {
  surveyId: number;
  edition: number;
  /** From 1, as the database counts. */
  place: number;
  question: EditionQuestion;
  code: string;
};

/**
 * Returns all coded places, of one survey or of all, the oldest edition of each survey first.
 * Editions are kept in memory, so usually only their numbers are read.
 */
export async function codedPlaces(
  db: Db,
  editions: Editions,
  surveyId: number | undefined,
): Promise<CodedPlace[]> {
  const numbers = await db
    .selectFrom('surveyEditions')
    .select(['surveyId', 'number'])
    .$if(surveyId !== undefined, (query) => query.where('surveyId', '=', surveyId ?? 0))
    .orderBy('surveyId')
    .orderBy('number')
    .execute();
  const places: CodedPlace[] = [];
  for (const one of numbers) {
    const edition = await editions.find(db, one.surveyId, one.number);
    if (edition) places.push(...placesOf(edition));
  }
  return places;
}

function placesOf({ surveyId, number, questions }: Edition): CodedPlace[] {
  return questions.flatMap((question, index) => {
    if (question.code === undefined || questionMaximum(question) === null) return [];
    const at = { surveyId, edition: number, place: index + 1 };
    return [{ ...at, question, code: question.code }];
  });
}
