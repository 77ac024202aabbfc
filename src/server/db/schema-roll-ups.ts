import type { SumColumn } from './score-columns.ts';

// The tables of sums of closed days and months. See `schema.ts` and migration 50.

export type RolledDaysTable = { day: string };

type Sums = Record<SumColumn, number> & { responses: number; scored: number; ratios: number };

export type RolledDaySumsTable = Sums & {
  day: string;
  surveyId: number;
  edition: number;
  hotelBrand: string;
  passed: number;
  answered: number[];
  lost: number[];
};

export type RolledMonthsTable = { month: string };

export type RolledHotelSumsTable = Sums & {
  month: string;
  hotelId: number;
  roundId: number | null;
  hotelStage: string | null;
  lastAt: string | null;
  lastId: number | null;
};

export type RolledChangesTable = { day: string };
