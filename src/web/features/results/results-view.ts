import { z } from 'zod';

import {
  dateRanges,
  defaultDateRange,
  resultSorts,
  resultsPageQuerySchema,
  type ResultsFilter,
} from '#domain/results/results.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { stages } from '#domain/workflow/stages.ts';
import { lastOfWeek } from '#domain/results/trend.ts';
import { lastDays, ownTimeZone } from '#web/lib/days.ts';

const optionalId = z.coerce.number().int().positive().optional();
const optionalPercent = z.coerce.number().int().min(0).max(100).optional();

/** The pictures of Results, a few at a time. */
export const resultTabs = ['overview', 'hotels', 'questions'] as const;
export type ResultTab = (typeof resultTabs)[number];

/** What the address of Results says: which responses, in which order, and whose details are open. */
export const resultsViewSchema = z.object({
  /** So many days up to today, or `custom` with the two days. */
  range: z.enum([...dateRanges.map(String), 'custom']).default(String(defaultDateRange)),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  survey: optionalId,
  hotel: optionalId,
  brand: z.string().optional(),
  consultant: optionalId,
  tab: z.enum(resultTabs).default('overview'),
  /** The queue of what is flagged, whatever the range says. */
  review: z.literal('needed').optional(),
  /** What a mark of a picture narrows the view to: a month of the range, `2026-03`; … */
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .optional(),
  /** … the week that begins on this Monday, or one day; … */
  week: z.iso.date().optional(),
  day: z.iso.date().optional(),
  /** … scores of at least so much percent, and under so much; … */
  least: optionalPercent,
  under: optionalPercent,
  /** … what is scored in a category; what lost points at a question; and one stage's assessment. */
  category: z.enum(kpeCategories).optional(),
  question: optionalId,
  stage: z.enum(stages).optional(),
  page: resultsPageQuerySchema.shape.page,
  sort: z.enum(resultSorts).default('completedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  response: optionalId,
});
export type ResultsView = z.output<typeof resultsViewSchema>;

export type ChangeResultsView = (
  changes: Partial<Record<keyof ResultsView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;

/**
 * The filter that a view stands for. Days are those of where the reader is. What needs review is a
 * queue: nothing in it may stay unseen because it is older than the range.
 *
 * @param now milliseconds since 1970
 */
export function filterOf(view: ResultsView, now: number): ResultsFilter {
  const { survey, hotel, brand, consultant, review, least, under, category, question, stage } =
    view;
  const days = review ? {} : withinPeriod(daysOf(view, now), view);
  return {
    ...days,
    timeZone: ownTimeZone(),
    ...{ surveyId: survey, hotelId: hotel, brand, consultantId: consultant, review },
    ...{ scoreFrom: least, scoreBelow: under, category, questionId: question, stage },
  };
}

type Days = { from?: string | undefined; to?: string | undefined };

function daysOf({ range, from, to }: ResultsView, now: number): Days {
  if (range === 'custom') return { from, to };
  return lastDays(Number(range), now);
}

/** A point of the trend is over the days of its period that the range has, and so is this. */
function withinPeriod({ from, to }: Days, view: Period): Days {
  const period = daysOfPeriod(view);
  if (!period) return { from, to };
  const [first, last] = period;
  return { from: from && from > first ? from : first, to: to && to < last ? to : last };
}

type Period = Pick<ResultsView, 'month' | 'week' | 'day'>;

/** The first day and the last; the shortest counts of what the address names. */
function daysOfPeriod({ month, week, day }: Period): [first: string, last: string] | undefined {
  if (day !== undefined) return [day, day];
  if (week !== undefined) return [week, lastOfWeek(week)];
  if (month === undefined) return undefined;
  const [year = 0, number = 1] = month.split('-').map(Number);
  return [`${month}-01`, new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)];
}

/** What a mark of a picture adds to the view, so that it shows the responses behind the mark. */
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
    | 'category'
    | 'question'
    | 'stage'
  >
>;
/** What else it may set: the days that its figure is over, and the order that tells the most. */
export type Behind = Narrowing &
  Partial<Pick<ResultsView, 'range' | 'from' | 'to' | 'sort' | 'direction'>>;

/** "70% to under 80%", "under 80%" or "80% and more". */
export function scoresBetween({ least, under }: Pick<Narrowing, 'least' | 'under'>): string {
  if (least === undefined) return `under ${under}%`;
  return under === undefined ? `${least}% and more` : `${least}% to under ${under}%`;
}
