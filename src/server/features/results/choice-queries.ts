import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { inScope } from '#server/db/people/scope.ts';
import type { Db } from '#server/db/statements/transaction.ts';

/** Returns the surveys that have responses within scope, by title. */
export function surveysWithResponses(db: Db, scope: Scope) {
  return db
    .selectFrom('surveys as survey')
    .select(['survey.id', 'survey.title'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('responses as response')
          .select(sql`1`.as('one'))
          .whereRef('response.surveyId', '=', 'survey.id')
          .where(inScope(scope, 'response.hotel_id')),
      ),
    )
    .orderBy('survey.title')
    .execute();
}

/** Returns the brands of the hotels within scope, in order. */
export async function brandsInScope(db: Db, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('hotels')
    .select('hotelBrand')
    .distinct()
    .where(inScope(scope, 'hotels.id'))
    .orderBy('hotelBrand')
    .execute();
  return rows.map((row) => row.hotelBrand);
}

/**
 * Returns the brands that hotels within scope had before and that their responses have, in order. For each brand it
 * looks at one hotel after the other until a response has the brand. It begins with the hotel's oldest responses,
 * because those have the former brands.
 *
 * Responses of deleted hotels still count, so their brands belong to it where no hotel has them now. Only people who see
 * all hotels see those responses.
 */
export async function formerBrandsInScope(db: Db, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ brand: string }>`
    select brand
    from (select distinct hotel_brand as brand from former_brands
      where ${inScope(scope, 'former_brands.hotel_id')}) brands
    where (select true
      from former_brands former cross join lateral (
        select from responses
        where hotel_id = former.hotel_id and hotel_brand = former.hotel_brand
        order by completed_at limit 1) response
      where former.hotel_brand = brand and ${inScope(scope, 'former.hotel_id')}
      limit 1)
    ${scope.kind === 'all' ? brandsOfDeleted : sql``}
    order by brand`.execute(db);
  return rows.map((row) => row.brand);
}

/** The brands that responses of deleted hotels have, and no hotel. Each is found as the next one in an index. */
const brandsOfDeleted = sql`union (
  with recursive deleted (brand) as (
    select min(hotel_brand) from responses where hotel_id is null
    union all
    select (select min(hotel_brand) from responses where hotel_id is null and hotel_brand > deleted.brand)
    from deleted where deleted.brand is not null
  )
  select brand from deleted
  where brand is not null and not exists (select from hotels where hotel_brand = brand))`;

/** Returns whether a question of these surveys has a standard code. */
export async function haveCodes(db: Db, surveyIds: readonly number[]): Promise<boolean> {
  const found = await db
    .selectFrom('questions')
    .select('id')
    .where('surveyId', '=', sql<number>`any(${surveyIds})`)
    .where('code', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
