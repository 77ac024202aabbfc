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
