import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { aHotel, aSurvey } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

/**
 * Connie sees one hotel of three. Of 12,000 responses, 60 are of her hotel, in the middle of all scores. From either
 * end, more other responses come before them than a page by score looks through at first.
 */
let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
  const survey = await aSurvey(server);
  const hotels: number[] = [];
  for (let n = 0; n < 3; n += 1) hotels.push((await aHotel(server)).id);
  await sql`
    insert into responses (client_id, digest, survey_id, edition, hotel_id, hotel_name, hotel_brand,
      hotel_address, respondent_name, respondent_job_title, answers, total_score, max_score, passed,
      completed_at, sync_status)
    select 'offline_1_' || n, '', ${survey.id}, ${survey.edition}, (${hotels}::int[])[1 + place], '',
      '', '', '', '', '[]', score, most, case when most > 0 then 5 * score >= 4 * most end,
      now() - make_interval(mins => n), 'synced'
    from generate_series(1, 12000) n
      cross join lateral (select case when n % 200 = 0 then 1 when n % 2 = 0 then 0 else 2 end) at (place)
      cross join lateral (select
        case place when 0 then n % 300 * (n % 100 <> 6)::int when 1 then 400 + n / 200 % 30 else 600 + n % 300 end,
        case when place = 0 and n % 100 = 6 then 0 else 1000 end) scored (score, most)`.execute(
    server.db,
  );
  await server.db
    .insertInto('hotelAssignments')
    .values({ userId: server.idOf('connie'), hotelId: hotels[1]! })
    .execute();
});
afterAll(() => server.close());

type Row = { id: number; totalScore: number };

async function page(who: 'alice' | 'connie', query: string): Promise<Row[]> {
  const { body } = await server.as(who)('GET', `/api/results/responses?sort=percent&${query}`);
  return body.rows.map(({ id, totalScore }: Row) => ({ id, totalScore }));
}

const inOrder = (rows: Row[]) =>
  rows.toSorted((a, b) => a.totalScore - b.totalScore || a.id - b.id);

test.each(['asc', 'desc'])(
  'pages by score of some hotels hold each response once: %s',
  async (direction) => {
    const inPages: Row[] = [];
    for (const number of [1, 2, 3, 4])
      inPages.push(...(await page('connie', `direction=${direction}&page=${number}&pageSize=20`)));
    const all = inOrder(inPages);
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
    expect(inPages).toEqual(direction === 'asc' ? all : all.toReversed());
    const filtered = `direction=${direction}&pageSize=100&consultantId=${server.idOf('connie')}`;
    expect(await page('alice', filtered)).toEqual(inPages);
  },
);

test('where the lowest of all are somebody’s own, they see what an Admin sees', async () => {
  const [lowest] = await server.db
    .selectFrom('responses')
    .select('hotelId')
    .where('maxScore', '=', 0)
    .limit(1)
    .execute();
  const userId = server.idOf('connie');
  await server.db
    .insertInto('hotelAssignments')
    .values({ userId, hotelId: lowest!.hotelId! })
    .execute();
  for (const query of ['direction=asc', 'direction=asc&page=3&pageSize=50'])
    expect(await page('connie', query)).toEqual(await page('alice', query));
});
