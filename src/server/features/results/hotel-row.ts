import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';

import type { hotelScoresQuerySchema } from '#domain/results/analytics.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { PreparedFilter } from './prepare-filter.ts';

/** The query of the comparison of hotels, with its filter prepared. */
export type HotelScoresQuery = z.output<typeof hotelScoresQuerySchema> & PreparedFilter;

/** A hotel in the comparison. `total`, `improved` and `declined` count the hotels of all pages. */
export type HotelRow = {
  hotelId: number;
  hotelName: string;
  hotelBrand: string;
  responses: number;
  percent: number | null;
  categoryPercents: (number | null)[];
  latestStage: Stage | null;
  latestPercent: number | null;
  latestRound: number | null;
  previousStage: Stage | null;
  previousPercent: number | null;
  previousRound: number | null;
  change: number | null;
  total: number;
  improved: number;
  declined: number;
};

/** Returns the condition that the name, ID or city of `hotel`, a row of `hotels`, contains these words. */
export const containsWords = (hotel: string, words: string): RawBuilder<boolean> => {
  const columns = ['hotel_name', 'hotel_id', 'hotel_city'].map((name) =>
    sql.ref(`${hotel}.${name}`),
  );
  return sql`strpos(lower(concat_ws(chr(10), ${sql.join(columns)})), lower(${words})) > 0`;
};
