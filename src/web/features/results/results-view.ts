import { z } from 'zod';

import { standardSorts } from '#domain/results/standards.ts';
import {
  dateRanges,
  defaultDateRange,
  resultSorts,
  resultsPageQuerySchema,
  type ResultsFilter,
} from '#domain/results/results.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { stages } from '#domain/workflow/stages.ts';
import { lastOfWeek } from '#domain/results/trend.ts';
import { addressBrand, addressId } from '#web/lib/address.ts';
import { lastDays, ownTimeZone } from '#web/lib/days.ts';

/** The last Monday whose week ends in a year of four digits. */
const lastMonday = '9999-12-20';
const optionalPercent = z.coerce.number().int().min(0).max(100).optional();

/** The tabs of the charts. */
export const resultTabs = ['overview', 'hotels', 'questions', 'standards'] as const;
export type ResultTab = (typeof resultTabs)[number];

/** The address of Results: filters, order, and the response whose details are open. */
export const resultsViewSchema = z.object({
  /** The number of days up to today, or `custom` with `from` and `to`. */
  range: z.enum([...dateRanges.map(String), 'custom']).default(String(defaultDateRange)),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  survey: addressId,
  hotel: addressId,
  brand: addressBrand,
  consultant: addressId,
  tab: z.enum(resultTabs).default('overview'),
  /** Shows the queue of flagged responses, whatever the range is. */
  review: z.literal('needed').optional(),
  /** A month of the range, such as `2026-03`. Clicks in charts set the fields from this one to `stage`. */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
  /** `week` is the Monday on which a week begins; `day` is one day. */
  week: z.iso
    .date()
    .refine((monday) => monday <= lastMonday)
    .optional(),
  day: z.iso.date().optional(),
  /** Scores of at least, and under, this percentage. */
  least: optionalPercent,
  under: optionalPercent,
  verdict: z.enum(verdicts).optional(),
  /**
   * Responses scored in a category, responses that lost points at a question, and the assessment of
   * one stage.
   */
  category: z.enum(kpeCategories).optional(),
  question: addressId,
  stage: z.enum(stages).optional(),
  /** One round of that stage, for a hotel with several cycles. */
  round: addressId,
  /** Shows approved rounds only. */
  approved: z.literal('1').optional(),
  /** The tab of standards: its search, its order, and the standard code whose hotels are open. */
  find: z.string().optional(),
  by: z.enum(standardSorts).default('repeats'),
  way: z.enum(['asc', 'desc']).default('desc'),
  standard: z.string().optional(),
  page: resultsPageQuerySchema.shape.page,
  sort: z.enum(resultSorts).default('completedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  response: addressId,
});
export type ResultsView = z.output<typeof resultsViewSchema>;

/** The names of the fields that filter, without the range. */
const chosenOnes = [
  ...['survey', 'brand', 'consultant', 'hotel', 'review'],
  ...['month', 'week', 'day', 'least', 'under', 'verdict', 'category', 'question', 'stage'],
  ...['round', 'approved'],
] as (keyof ResultsView)[];

/** The changes that clear all filters, and choose the default range. */
export const nothingChosen = Object.fromEntries(
  ['range', 'from', 'to', ...chosenOnes].map((name) => [name, undefined]),
);

/** True when a filter is set. The range does not count as a filter. */
export function isNarrowed(view: ResultsView): boolean {
  return chosenOnes.some((name) => view[name] !== undefined);
}

export type ChangeResultsView = (
  changes: Partial<Record<keyof ResultsView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;

/**
 * Returns the filter that the view describes. Days are in the reader's time zone. The queue of flagged
 * responses has no range of days, because nothing in it may stay hidden for being old.
 *
 * @param now milliseconds since 1970
 */
export function filterOf(view: ResultsView, now: number): ResultsFilter {
  const { survey, hotel, brand, consultant, review } = view;
  const { least, under, verdict, category, question, stage, round, approved } = view;
  const days = review ? {} : withinPeriod(daysOf(view, now), view);
  return {
    ...days,
    timeZone: ownTimeZone(),
    ...{ surveyId: survey, hotelId: hotel, brand, consultantId: consultant, review },
    ...{ scoreFrom: least, scoreBelow: under, verdict, category, questionId: question, stage },
    ...{ roundId: round, approved },
  };
}

type Days = { from?: string | undefined; to?: string | undefined };

function daysOf({ range, from, to }: ResultsView, now: number): Days {
  if (range === 'custom') return { from, to };
  return lastDays(Number(range), now);
}

/**
 * Returns the days that lie in the range and in the period. A point of the trend covers the same
 * days.
 */
function withinPeriod({ from, to }: Days, view: Period): Days {
  const period = daysOfPeriod(view);
  if (!period) return { from, to };
  const [first, last] = period;
  return { from: from && from > first ? from : first, to: to && to < last ? to : last };
}

type Period = Pick<ResultsView, 'month' | 'week' | 'day'>;

/**
 * Returns the first and the last day of the period that the address names. When it names several,
 * the shortest counts.
 */
function daysOfPeriod({ month, week, day }: Period): [first: string, last: string] | undefined {
  if (day !== undefined) return [day, day];
  if (week !== undefined) return [week, lastOfWeek(week)];
  if (month === undefined) return undefined;
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)];
}

/**
 * The filters that a click in a chart adds. The view then shows the responses behind that part of
 * the chart.
 */
export type Narrowing = Partial<
  Pick<
    ResultsView,
    | 'survey'
    | 'hotel'
    | 'month'
    | 'week'
    | 'day'
    | 'least'
    | 'under'
    | 'verdict'
    | 'category'
    | 'question'
    | 'stage'
    | 'round'
  >
>;
/**
 * What a link to responses may also set: the days that its figure covers, and the most useful
 * order.
 */
export type Behind = Narrowing &
  Partial<Pick<ResultsView, 'range' | 'from' | 'to' | 'sort' | 'direction'>>;

/** Returns "70% to under 80%", "under 80%" or "80% and more". */
export function scoresBetween({ least, under }: Pick<Narrowing, 'least' | 'under'>): string {
  if (least === undefined) return `under ${under}%`;
  return under === undefined ? `${least}% and more` : `${least}% to under ${under}%`;
}
