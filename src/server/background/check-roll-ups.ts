import { sql } from 'kysely';

import { keptSums, type KeptSums } from '#server/db/results/roll-up-sums.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/**
 * Compares the valid sums of every closed day and month with those of its responses, one by one. Returns how many
 * days and months it compared, and the first days of those that differ.
 */
export async function checkRollUps(db: Db): Promise<{ compared: number; wrong: string[] }> {
  const days = await db.selectFrom('rolledDays').select('day').orderBy('day').execute();
  const months = await db.selectFrom('rolledMonths').select('month').orderBy('month').execute();
  const firsts = [
    ...days.map(({ day }) => ['day', day] as const),
    ...months.map(({ month }) => ['month', month] as const),
  ];
  const wrong: string[] = [];
  for (const [unit, first] of firsts) {
    let isWrong = false;
    for (const kept of keptSums)
      if (kept.unit === unit && !isWrong) isWrong = await differs(db, kept, first);
    if (isWrong) wrong.push(`${unit} ${first}`);
  }
  return { compared: firsts.length, wrong };
}

/**
 * The share by which two sums of fractions may differ. A hundred thousand fractions added up in another order
 * differ by less, and one response more or less changes their sum by more.
 */
const leeway = 1e-10;

/**
 * Returns whether valid sums differ from those of the responses. One statement reads both, so a change in between is
 * no difference. Sums that an earlier release made are not compared.
 */
async function differs(db: Db, kept: KeptSums, first: string): Promise<boolean> {
  const { unit, table, columns, sums, ratios = sql`'{}'::float8[]` } = kept;
  const isOutdated = kept.isOutdated ?? sql`false`;
  const apart = sql`to_jsonb(one) - 'ratios' as sums, ${ratios} as ratios`;
  const isIn = (other: string) => sql`exists (
    select from ${sql.table(other)} other
    where other.sums = one.sums and not exists (
      select from unnest(one.ratios, other.ratios) as pair (here, there)
      where coalesce(abs(here - there) > ${leeway} * greatest(here, there, 1),
        here is distinct from there)))`;
  const { rows } = await sql<{ differs: boolean }>`
    with kept as materialized (
      select ${apart} from (
        select ${columns} from ${sql.table(table)} where ${sql.ref(unit)} = ${first}::date) one
    ), actual as materialized (
      select ${apart} from (${sums(first)}) one
    )
    select not exists (select from rolled_changes
        where date_trunc(${sql.lit(unit)}, day::timestamp) = ${first}::date)
      and exists (select from ${sql.table(`rolled_${unit}s`)} where ${sql.ref(unit)} = ${first}::date)
      and not exists (
        select from ${sql.table(table)} where ${sql.ref(unit)} = ${first}::date and ${isOutdated})
      and (exists (select from kept one where not ${isIn('actual')})
        or exists (select from actual one where not ${isIn('kept')})
        or (select count(*) from kept) <> (select count(*) from actual)) as differs`.execute(db);
  return rows[0]?.differs ?? false;
}
