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
  page: z.coerce.number().int().min(1).default(1),
  sort: z.enum(resultSorts).default('completedAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  response: optionalId,
});
export type ResultsView = z.output<typeof resultsViewSchema>;

const aDay = 24 * 3_600_000;

/**
 * The filter that a view stands for. Days are UTC days, as the server counts them.
 *
 * @param now milliseconds since 1970
 */
export function filterOf(view: ResultsView, now: number): ResultsFilter {
  const { range, survey, hotel, brand, consultant } = view;
  const days =
    range === 'custom'
      ? { from: view.from, to: view.to }
      : { from: dayOf(now - Number(range) * aDay), to: dayOf(now) };
  return { ...days, surveyId: survey, hotelId: hotel, brand, consultantId: consultant };
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** A click on what a picture shows leads to the responses behind it. */
export type PickHotel = (hotelId: number) => void;
export type PickSurvey = (surveyId: number) => void;
