import { mostConditions } from './condition.ts';
import { fittingIn } from './fit-together.ts';
import type { Placed, PlacedCondition } from './placed-condition.ts';
import type {
  CellProblem,
  ImportedQuestion,
  QuestionImport,
  ReadQuestion,
} from './question-import.ts';
import { furtherHeadings } from './question-sheet.ts';
import type { ShowIf } from './show-if.ts';

type ReadRow = ReadQuestion & { row: number };
/** The questions accepted so far, in the order that the file gives them. */
type Taken = ReadonlyMap<number, { place: number; slots: readonly number[] }>;

/**
 * Checks the good rows of a file as a whole: no code twice, not too many sections, and conditions
 * that name an earlier question of the file. Returns the questions in the order of the Order
 * column. Those without a number come last; equal numbers keep the order of their rows.
 */
export function importTogether(
  rows: readonly ReadRow[],
  survey: Parameters<typeof fittingIn>[0],
): { good: Placed<ImportedQuestion>[]; errors: QuestionImport['results']['errors'] } {
  const fits = fittingIn(survey);
  const good: Placed<ImportedQuestion>[] = [];
  const errors: QuestionImport['results']['errors'] = [];
  const taken = new Map<number, { place: number; slots: readonly number[] }>();
  const twice = ordersTwice(rows);
  const place = ({ question }: ReadRow) => question.order ?? Number.MAX_SAFE_INTEGER;
  for (const { row, question, slots, showIf } of rows.toSorted((a, b) => place(a) - place(b))) {
    const read = readConditions(showIf, taken, twice);
    const problems: CellProblem[] =
      'error' in read ? [{ column: furtherHeadings.showIf, error: read.error }] : [];
    if (problems.length === 0)
      for (const { field, error } of fits(question))
        problems.push({ column: furtherHeadings[field], error });
    for (const problem of problems) errors.push({ row, ...problem });
    if (problems.length > 0 || 'error' in read) continue;
    if (question.order !== undefined) taken.set(question.order, { place: good.length, slots });
    good.push({ question, conditions: read.conditions });
  }
  return { good, errors };
}

function ordersTwice(rows: readonly ReadRow[]): ReadonlySet<number> {
  const seen = new Set<number>();
  return new Set(
    rows.flatMap(({ question: { order } }) => {
      if (order === undefined) return [];
      if (seen.has(order)) return [order];
      seen.add(order);
      return [];
    }),
  );
}

function readConditions(
  showIf: readonly ShowIf[],
  taken: Taken,
  twice: ReadonlySet<number>,
): { conditions: PlacedCondition[] } | { error: string } {
  if (showIf.length > mostConditions)
    return { error: `A question can have at most ${mostConditions} conditions` };
  const conditions: PlacedCondition[] = [];
  for (const { order, slots, isNot } of showIf) {
    const parent = taken.get(order);
    if (twice.has(order)) return { error: `More than one question has the order ${order}` };
    if (!parent)
      return { error: `No question that is imported before this one has the order ${order}` };
    const stray = slots.find((slot) => !parent.slots.includes(slot));
    if (stray !== undefined) return { error: `Question ${order} has no answer ${stray}` };
    const places = slots.map((slot) => parent.slots.indexOf(slot));
    const { place } = parent;
    conditions.push(isNot ? { place, isNot: places } : { place, is: places });
  }
  return { conditions };
}
