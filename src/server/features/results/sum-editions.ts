import { sql, type RawBuilder } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { readFigure } from './choose-source.ts';
import { counted, endsOf } from './chosen-responses.ts';
import { keptMarks, totalsOf, type KeptRow } from './kept-marks.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { unsummedResponses, monthsDaysAndGaps } from './rolled-sums.ts';

export type EditionSums = {
  surveyId: number;
  edition: number;
  /**
   * How often the questions were answered, and the points they lost, by their place in the edition.
   */
  answered: ArrayLike<number>;
  lost: ArrayLike<number>;
};

/**
 * Returns how often each edition's questions were answered in the range, and how many points they lost. Reads no
 * answers. An edition can have several rows.
 */
export async function sumEditions(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
): Promise<EditionSums[]> {
  const ofEach = await atPlaces(db, filter);
  const sumsOf = (from: RawBuilder<unknown>) => sql<EditionSums>`
    select response.survey_id, response.edition,
      ${ofEach((place) => sql`count(response.lost[${place}])`)} as answered,
      ${ofEach((place) => sql`coalesce(sum(response.lost[${place}]), 0)`)} as lost
    from ${from} group by response.survey_id, response.edition`;
  return readFigure('questions', scope, filter, {
    marks: () => editionsOfMarks(db, scope, filter, sumsOf(unsummedResponses(scope, filter))),
    responses: async () =>
      (await sumsOf(sql`responses response where ${counted(scope, filter)}`).execute(db)).rows,
  });
}

/**
 * Returns the sums of the marks of closed days and months, and those that `unsummed` selects. Returns undefined when
 * the marks cannot be narrowed to approved rounds yet.
 */
async function editionsOfMarks(
  db: Db,
  scope: Scope,
  filter: PreparedFilter,
  unsummed: RawBuilder<EditionSums>,
): Promise<EditionSums[] | undefined> {
  const kept = keptMarks(scope, filter);
  const { rows } = await sql<KeptRow | Unsummed>`
    with ${monthsDaysAndGaps(endsOf(filter), { months: [], days: [] })}
    select *, null::json as answered, null::json as lost from (${kept.select}) kept
    union all
    select null, survey_id, edition, null, null, null, null, null, null, null, answered, lost
    from (${unsummed}) unsummed`.execute(db);
  const read = kept.take(rows.filter((row): row is KeptRow => !isUnsummed(row)));
  if (!read) return undefined;
  const { chosen, isSeen } = read;
  return [
    ...rows.filter(isUnsummed),
    ...chosen.map((one) => ({ ...one, ...(isSeen ? totalsOf(one, isSeen) : {}) })),
  ];
}

/** The sums of responses that are in no closed day or month whose sums are valid. */
type Unsummed = EditionSums & { version: null };
const isUnsummed = (row: KeptRow | Unsummed): row is Unsummed => row.version === null;

/**
 * Returns a function that returns SQL of an array: one sum for each place that a question can have in these editions.
 */
async function atPlaces(db: Db, { surveyId }: PreparedFilter) {
  const { places } = await db
    .selectFrom('surveyEditions')
    .select(sql<number | null>`max(question_count)`.as('places'))
    .$if(surveyId !== undefined, (query) => query.where('surveyId', '=', surveyId ?? 0))
    .executeTakeFirstOrThrow();
  return (sum: (place: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql`to_json(array[${sql.join(
      Array.from({ length: places ?? 0 }, (_, place) => sum(sql.lit(place + 1))),
    )}]::bigint[])`;
}
