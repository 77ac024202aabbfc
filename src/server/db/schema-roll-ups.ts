import type { Generated } from 'kysely';

import type { SumColumn } from './score-columns.ts';

// The tables of sums of closed days and months. See `schema.ts`, and migrations 50, 55, 57, 61 and 64 to 68.

/** Its version names the records and marks of a day or month for ever. */
type Made = { version: Generated<string> };

export type RolledDaysTable = Made & { day: string; madeAt: string };

type Sums = Record<SumColumn, number> & { responses: number; scored: number; ratios: number };

export type RolledDaySumsTable = Sums & {
  day: string;
  surveyId: number;
  edition: number;
  hotelBrand: string;
  passed: number;
};

export type RolledHourSumsTable = Sums & {
  day: string;
  hour: string;
  surveyId: number;
  edition: number;
  hotelBrand: string;
  passed: number;
};

/** One sum for each question of the edition. */
export type RolledQuestionSumsTable = { [name in keyof Sums | 'passed']: number[] } & {
  day: string;
  surveyId: number;
  edition: number;
  hotelBrand: string;
};

export type RolledDayBandsTable = {
  day: string;
  surveyId: number;
  edition: number;
  hotelBrand: string;
  band: number;
  responses: number;
  passed: number;
  lostAt: number[];
  lostAtPassed: number[];
};

export type RolledMonthsTable = Made & { month: string };

/** Sums by hotel, in records (`hotel-records.ts`). */
type Records = { surveyId: number; hotelBrand: string; records: Buffer };
export type RolledDayHotelsTable = Records & { day: string };
export type RolledMonthHotelsTable = Records & { month: string };

/** How many interviews took how long, by whole minutes and within these by second. */
type Timed = {
  surveyId: number;
  edition: number;
  hotelBrand: string;
  places: number;
  minutes: number;
  times: number;
  seconds: number[];
  timesAt: number[];
  lost: number[];
  lostAt: number[];
};
export type RolledDayDurationsTable = Timed & { day: string };
export type RolledMonthDurationsTable = Timed & { month: string };

type Marked = {
  surveyId: number;
  edition: number;
  hotelBrand: string;
  hotelStage: string | null;
  size: number;
  records: Buffer;
};
export type RolledDayMarksTable = Marked & { day: string };
export type RolledMonthMarksTable = Marked & { month: string };

export type RolledChangesTable = { day: string };
