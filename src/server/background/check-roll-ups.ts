import { sql, type RawBuilder } from 'kysely';

import { daySumColumns, hotelSumColumns, sumsOfDay, sumsOfMonth } from '#server/db/roll-up-sums.ts';
import type { Db } from '#server/db/transaction.ts';

/**
 * Compares the sums of every closed day and month that hold with those of its responses, one by one.
 * Returns how many it compared, and the first days of those that differ.
 */
export async function checkRollUps(db: Db): Promise<{ compared: number; wrong: string[] }> {
  const days = await db.selectFrom('rolledDays').select('day').orderBy('day').execute();
  const months = await db.selectFrom('rolledMonths').select('month').orderBy('month').execute();
  const wrong: string[] = [];
  for (const { day } of days)
    if (
      await differs(db, {
        ...{ unit: 'day', first: day, table: 'rolled_day_sums' },
        ...{ columns: daySumColumns, sums: sumsOfDay(day) },
      })
    )
      wrong.push(`day ${day}`);
  for (const { month } of months)
    if (
      await differs(db, {
        ...{ unit: 'month', first: month, table: 'rolled_hotel_sums' },
        ...{ columns: hotelSumColumns, sums: sumsOfMonth(month) },
      })
    )
      wrong.push(`month ${month}`);
  return { compared: days.length + months.length, wrong };
}

type Kept = {
  unit: 'day' | 'month';
  first: string;
  table: string;
  columns: RawBuilder<unknown>;
  sums: RawBuilder<unknown>;
};

/**
 * True when kept sums that hold are not those of the responses. One statement reads both, so a change in
 * between is no difference. Sums of fractions are compared to nine decimals: they depend on the order.
 */
async function differs(db: Db, { unit, first, table, columns, sums }: Kept): Promise<boolean> {
  const exact = sql`to_jsonb(one) || jsonb_build_object('ratios', round(one.ratios::numeric, 9))`;
  const { rows } = await sql<{ differs: boolean }>`
    with kept as (
      select ${exact} as sums from (
        select ${columns} from ${sql.table(table)} where ${sql.ref(unit)} = ${first}::date) one
    ), actual as (
      select ${exact} as sums from (${sums}) one
    )
    select not exists (select from rolled_changes
        where date_trunc(${sql.lit(unit)}, day::timestamp) = ${first}::date)
      and exists (select from ${sql.table(`rolled_${unit}s`)} where ${sql.ref(unit)} = ${first}::date)
      and (exists (select from kept where sums not in (select sums from actual))
        or exists (select from actual where sums not in (select sums from kept))
        or (select count(*) from kept) <> (select count(*) from actual)) as differs`.execute(db);
  return rows[0]?.differs ?? false;
}
