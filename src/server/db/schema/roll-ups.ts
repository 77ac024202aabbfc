import type { Generated } from 'kysely';

import type { Verdict } from '#domain/scoring/verdict.ts';
import type { SumColumn } from '#server/db/responses/score-columns.ts';

// The tables of sums of closed days and months. See `schema.ts`, and migrations 50, 55, 57, 61, 64 to 69, 71.

/** A day or month whose sums are made. Other records and marks always have another version. */
type Made = { version: Generated<string>; addedUpAt: string };

export type RolledDaysTable = Made & { day: string };

type Sums = Record<SumColumn, number> & { responses: number; ratios: number };
/** What rows of sums have in common: one row for each of these. */
type Group = { surveyId: number; edition: number; hotelBrand: string; verdict: Verdict };

export type RolledDaySumsTable = Group & Sums & { day: string };
export type RolledHourSumsTable = Group & Sums & { day: string; hour: string };

/** One sum for each question of the edition. */
export type RolledQuestionSumsTable = Group & { [name in keyof Sums]: number[] } & { day: string };

export type RolledDayBandsTable = Group & {
  day: string;
  band: number;
  responses: number;
  lostAt: number[];
};

export type RolledMonthsTable = Made & { month: string };

/** Sums by hotel, in records (`hotel-records.ts`). */
type Records = { surveyId: number; hotelBrand: string; records: Buffer };
export type RolledDayHotelsTable = Records & { day: string };
export type RolledMonthHotelsTable = Records & { month: string };

/** How many interviews took how long, by whole minutes and within these by second. */
type Timed = Group & {
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
  /** Null in rows that an earlier release made. */
  rounds: Buffer | null;
};
export type RolledDayMarksTable = Marked & { day: string };
export type RolledMonthMarksTable = Marked & { month: string };

export type RolledChangesTable = { day: string };

/** The responses that are in no sums of their day and month, although these are valid. */
export type RolledLateTable = {
  responseId: number;
  completedAt: string;
  notedAt: Generated<string>;
};
