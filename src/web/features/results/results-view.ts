import { z } from 'zod';

import {
  dateRanges,
  defaultDateRange,
  resultSorts,
  type ResultsFilter,
} from '#domain/responses/results.ts';

const optionalId = z.coerce.number().int().positive().optional();

/** What the address of Results says: which responses, in which order, and whose details are open. */
export const resultsViewSchema = z.object({
  /** Days back from today, or `custom` with the two days. */
  range: z.enum([...dateRanges.map(String), 'custom']).default(String(defaultDateRange)),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  survey: optionalId,
  hotel: optionalId,
  brand: z.string().optional(),
  consultant: optionalId,
  /** The queue of what is flagged, whatever the range says. */
  review: z.literal('needed').optional(),
  page: z.coerce.number().int().min(1).default(1),
  sort: z.enum(resultSorts).default('completedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  response: optionalId,
});
export type ResultsView = z.output<typeof resultsViewSchema>;

const aDay = 24 * 3_600_000;

/**
 * The filter that a view stands for. Days are UTC days, as the server counts them. What needs
 * review is a queue: nothing in it may stay unseen because it is older than the range.
 *
 * @param now milliseconds since 1970
 */
export function filterOf(view: ResultsView, now: number): ResultsFilter {
  const { survey, hotel, brand, consultant, review } = view;
  const days = review ? {} : daysOf(view, now);
  return { ...days, surveyId: survey, hotelId: hotel, brand, consultantId: consultant, review };
}

function daysOf({ range, from, to }: ResultsView, now: number) {
  if (range === 'custom') return { from, to };
  return { from: dayOf(now - Number(range) * aDay), to: dayOf(now) };
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** A click on what a picture shows leads to the responses behind it. */
export type PickHotel = (hotelId: number) => void;
export type PickSurvey = (surveyId: number) => void;
