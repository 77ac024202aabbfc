import { sql, type RawBuilder } from 'kysely';

import { passLine } from '#domain/scoring/verdict.ts';

/**
 * A percent that the database computed, rounded to so many decimals as `percentOf` in the domain
 * rounds: a half upwards, but what is below the pass line is never rounded up to it.
 */
export function shownPercent(
  exact: RawBuilder<number | null>,
  decimals: 0 | 1,
): RawBuilder<number | null> {
  const places = sql.lit(decimals);
  const line = sql.lit(passLine);
  return sql<number | null>`case when ${exact} < ${line}
    then least(round(${exact}, ${places}), ${line} - power(10::numeric, -${places}))
    else round(${exact}, ${places}) end`;
}
