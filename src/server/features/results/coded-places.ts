import { isFinding } from '#domain/scoring/finding.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { Edition, EditionQuestion } from '#domain/surveys/edition.ts';
import { fullRules } from '#domain/surveys/survey-rules.ts';
import type { Editions } from '#server/db/editions.ts';
import type { Db } from '#server/db/transaction.ts';

/** A scored question with a code, at its place in an edition. */
export type CodedPlace = {
  surveyId: number;
  edition: number;
  /** From 1, as the database counts. */
  place: number;
  question: EditionQuestion;
  code: string;
  lost: LostRange;
};

/**
 * Which lost points are a finding: all from `least` to `most`. A response stores what each question
 * lost, so its findings follow without reading its answers. Options with the same points of which
 * only some are findings have no such range: then `options` are the ids of the findings.
 */
export type LostRange = { least: number; most: number; options: readonly number[] };

const noRange = { least: 1, most: 0 };

/** Returns which lost points are findings at a question. */
export function lostRange(question: EditionQuestion, findingLine: number): LostRange {
  const maximum = questionMaximum(question) ?? 0;
  const options = question.answers.map((option) => ({
    id: option.id,
    lost: maximum - option.score,
    isOne: isFinding(option, maximum, findingLine),
  }));
  const findings = options.filter(({ isOne }) => isOne);
  if (findings.length === 0) return { ...noRange, options: [] };
  const least = Math.min(...findings.map(({ lost }) => lost));
  const most = Math.max(...findings.map(({ lost }) => lost));
  const isClear = options.every(({ isOne, lost }) => isOne || lost < least || lost > most);
  return isClear ? { least, most, options: [] } : { ...noRange, options: findings.map(idOf) };
}

const idOf = ({ id }: { id: number }) => id;

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

function placesOf({ surveyId, number, questions, rules }: Edition): CodedPlace[] {
  const { findingLine } = fullRules(rules);
  return questions.flatMap((question, index) => {
    if (question.code === undefined || questionMaximum(question) === null) return [];
    const at = { surveyId, edition: number, place: index + 1 };
    return [{ ...at, question, code: question.code, lost: lostRange(question, findingLine) }];
  });
}
