import type { Scope } from '#domain/people/person.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import type { PreparedFilter } from './prepare-filter.ts';

/*
 * Chooses where each figure of Results is read from.
 *
 * | source    | what it has                                                         | read by                  |
 * | --------- | ------------------------------------------------------------------- | ------------------------ |
 * | sums      | sums over all hotels by hour, day or month, and by survey, edition, | `rolled-sums.ts`         |
 * |           | brand, verdict and question                                         |                          |
 * | records   | sums of each hotel by day or month, survey, brand, round and stage, | `read-records.ts`        |
 * |           | which the process keeps in memory                                   |                          |
 * | marks     | answers, findings and lost points of each question at each hotel,   | `kept-marks.ts`          |
 * |           | by day or month, edition, brand, stage and round, also kept in      |                          |
 * |           | memory                                                              |                          |
 * | responses | everything, but a year of them takes seconds                        | the queries of a figure  |
 *
 * The first three have closed days and months only, without late responses. Their readers add all other responses in the
 * same statement. So every source gives the same figures, and the choice only affects how long that takes.
 */

/** The sources that each figure can come from besides the responses, the preferred one first. */
const sourcesOf = {
  summary: ['sums', 'records'],
  /** The figures of all hotels that somebody sees, with which a hotel's report compares the hotel. */
  portfolio: ['sums', 'records'],
  distribution: ['sums', 'records'],
  numberOfResponses: ['sums', 'records'],
  /** The trend by day or week. */
  trend: ['sums'],
  comparison: ['records'],
  questions: ['marks'],
  /** Standards, and the hotels that fail one. */
  standards: ['marks'],
} as const;

export type Figure = keyof typeof sourcesOf;
/** The sources that a figure can come from. */
export type SourceOf<F extends Figure> = (typeof sourcesOf)[F][number] | 'responses';
type Source = Exclude<SourceOf<Figure>, 'responses'>;

/** A part of the filter, or `scope`: the person sees only some hotels. */
type Part = keyof ResultsFilter | 'scope';

/** For each part, the sources that can be narrowed by it. Responses can be narrowed by every part. */
const narrowedBy: Readonly<Record<Part, readonly Source[]>> = {
  from: ['sums', 'records', 'marks'],
  to: ['sums', 'records', 'marks'],
  timeZone: ['sums', 'records', 'marks'],
  surveyId: ['sums', 'records', 'marks'],
  brand: ['sums', 'records', 'marks'],
  verdict: ['sums'],
  // The responses that lost points at a question have sums of their own.
  questionId: ['sums'],
  scope: ['records', 'marks'],
  consultantId: ['records', 'marks'],
  stage: ['records', 'marks'],
  // Marks have hotels too, but the responses of one hotel are few.
  hotelId: ['records'],
  roundId: ['records'],
  approved: ['records', 'marks'],
  review: [],
  scoreFrom: [],
  scoreBelow: [],
  category: [],
};

const parts = Object.keys(narrowedBy) as Part[];

/** Returns the preferred source that can be narrowed by the scope and by every part of the filter. */
export function chooseSource<F extends Figure>(
  figure: F,
  scope: Scope,
  filter: PreparedFilter,
): SourceOf<F> {
  if (filter.fromResponses) return 'responses';
  const given = { ...filter, scope: scope.kind === 'all' ? undefined : scope };
  const narrowing = parts.filter((part) => given[part] !== undefined);
  const carries = (source: Source, some = narrowing) =>
    some.every((part) => narrowedBy[part].includes(source));
  // A round over all hotels has few responses, which an index finds. Only the comparison reads records for it too.
  const others = narrowing.filter((part) => part !== 'roundId');
  const isRoundOfAll = others.length < narrowing.length && carries('sums', others);
  if (isRoundOfAll && figure !== 'comparison') return 'responses';
  const sources: readonly (SourceOf<F> & Source)[] = sourcesOf[figure];
  return sources.find((source) => carries(source)) ?? 'responses';
}

/**
 * How a figure is read from each of its sources. A function returns undefined when too many responses have no sums
 * yet, as after an upgrade.
 */
type Readers<F extends Figure, T> = { responses: () => Promise<T> } & Record<
  SourceOf<F>,
  () => Promise<T | undefined>
>;

/** Reads a figure from the source that {@link chooseSource} returns, or from the responses where that has no sums. */
export async function readFigure<F extends Figure, T>(
  figure: F,
  scope: Scope,
  filter: PreparedFilter,
  readers: Readers<F, T>,
): Promise<T> {
  const found = await readers[chooseSource(figure, scope, filter)]();
  return found === undefined ? readers.responses() : found;
}
