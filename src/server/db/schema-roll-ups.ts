import type { SumColumn } from './score-columns.ts';

// The tables of sums of closed days and months. See `schema.ts`, and migrations 50, 55 and 57.

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

/** One sum for each question of the edition. */
export type RolledQuestionSumsTable = { [name in keyof Sums | 'passed']: number[] } & {
  day: string;
  surveyId: number;
  edition: number;
  hotelBrand: string;
};

export type RolledMonthsTable = { month: string };

export type RolledHotelSumsTable = Sums & {
  month: string;
  hotelId: number;
  roundId: number | null;
  hotelStage: string | null;
  passed: number;
  durations: number[];
  lastAt: string | null;
  lastId: number | null;
};

/** Sums by hotel, in records (`hotel-records.ts`). */
export type RolledDayHotelsTable = { day: string; records: Buffer };
export type RolledMonthHotelsTable = { month: string; records: Buffer };

type Timed = {
  surveyId: number;
  edition: number;
  hotelBrand: string;
  places: number;
  lostAt: string;
};

export type RolledDayDurationsTable = Timed & { day: string; durations: number[] };

export type RolledMonthDurationsTable = Timed & {
  month: string;
  minutes: number;
  seconds: number[];
  lost: number[];
};

export type RolledMarksTable = {
  month: string;
  surveyId: number;
  edition: number;
  hotelBrand: string;
  hotelStage: string | null;
  size: number;
  records: Buffer;
};

export type RolledChangesTable = { day: string };
