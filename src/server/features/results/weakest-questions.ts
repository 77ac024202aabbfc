import type { Scope } from '#domain/people/person.ts';
import type { LostPoints } from '#domain/results/analytics.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { sumEditions, type EditionSums } from './sum-editions.ts';

type Weakest = { scope: Scope; filter: PreparedFilter; limit: number };
type Sums = LostPoints['questions'][number];

/**
 * Returns the questions that lose the most points, worst first, each worded as in its latest
 * edition. The question that the filter names comes before all others, so that the reply always
 * names it.
 */
export async function weakestQuestions(
  db: Db,
  editions: Editions,
  { scope, filter, limit }: Weakest,
): Promise<LostPoints> {
  const found = new Map<number, Sums>();
  const rows = await sumEditions(db, scope, filter);
  // Questions of a survey that is gone are left out.
  const surveys = await db.selectFrom('surveys').select(['id', 'title']).execute();
  const titles = new Map(surveys.map(({ id, title }) => [id, title]));
  for (const row of rows.toSorted((one, other) => one.edition - other.edition)) {
    const surveyTitle = titles.get(row.surveyId);
    if (surveyTitle === undefined) continue;
    const edition = await editions.find(db, row.surveyId, row.edition);
    for (const [place, question] of (edition?.questions ?? []).entries()) {
      const sums = sumsAt({ ...row, surveyTitle }, place, question);
      if (sums) found.set(question.id, addUp(found.get(question.id), sums));
    }
  }
  const isFirst = ({ questionId }: Sums) => Number(questionId === filter.questionId);
  const all = [...found.values()].toSorted(
    (a, b) =>
      isFirst(b) - isFirst(a) ||
      b.lost - a.lost ||
      a.surveyId - b.surveyId ||
      a.questionId - b.questionId,
  );
  return {
    questions: all.slice(0, limit),
    total: all.length,
    totalLost: all.reduce((sum, { lost }) => sum + lost, 0),
  };
}

/** Returns a question's points. Undefined when nobody answered it, or it has no points to win. */
function sumsAt(
  row: EditionSums & { surveyTitle: string },
  place: number,
  question: EditionQuestion,
): Sums | undefined {
  const answered = row.answered[place] ?? 0;
  const maximum = answered * (questionMaximum(question) ?? 0);
  if (maximum === 0) return undefined;
  const lost = row.lost[place] ?? 0;
  return {
    surveyId: row.surveyId,
    surveyTitle: row.surveyTitle,
    questionId: question.id,
    text: question.text,
    kpeCategory: question.kpeCategory,
    answered,
    score: maximum - lost,
    maximum,
    lost,
  };
}

/** Adds two editions' points of a question. Text and category are those of the later edition. */
function addUp(before: Sums | undefined, later: Sums): Sums {
  if (!before) return later;
  return {
    ...later,
    answered: before.answered + later.answered,
    score: before.score + later.score,
    maximum: before.maximum + later.maximum,
    lost: before.lost + later.lost,
  };
}
