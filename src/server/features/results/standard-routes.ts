import {
  mostStandards,
  standardHotelsQuerySchema,
  standardHotelsSchema,
  standardsQuerySchema,
  standardsSchema,
  type Standard,
} from '#domain/results/standards.ts';
import { defineRoute } from '#server/http/route.ts';
import { codedPlaces } from './coded-places.ts';
import { hotelsFailing } from './failing-hotels.ts';
import { prepareFilter } from './prepare-filter.ts';
import { readMarks } from './standard-queries.ts';
import { presentStandard, sumStandards } from './sum-standards.ts';

const standards = defineRoute({
  method: 'GET',
  path: '/api/results/standards',
  summary: 'How often each standard code was met, repeat findings first',
  who: 'responses.read',
  query: standardsQuerySchema,
  answer: standardsSchema,
  run: async ({ deps: { config, reports, editions }, person, scope, query }) => {
    const { search, sort, direction, ...given } = query;
    const filter = prepareFilter(config, person, given);
    const places = await codedPlaces(reports, editions, filter.surveyId);
    const rows = await readMarks(reports, scope, filter, places);
    const words = search.toLowerCase();
    const found = (await sumStandards(places, rows))
      .filter(({ code, text }) => `${code} ${text}`.toLowerCase().includes(words))
      .map(presentStandard);
    const turn = direction === 'asc' ? 1 : -1;
    return {
      standards: found
        .toSorted((one, other) => turn * by[sort](one, other) || byCode(one, other))
        .slice(0, mostStandards),
      total: found.length,
      ...(found.length > mostStandards && {
        repeated: found.filter(({ repeats }) => repeats > 0).length,
      }),
    };
  },
});

type Order = (one: Standard, other: Standard) => number;
const byCode: Order = (one, other) => one.code.localeCompare(other.code, 'en', { numeric: true });
const by = {
  repeats: (one, other) => one.repeats - other.repeats || one.findings - other.findings,
  percent: (one, other) => one.percent - other.percent,
  findings: (one, other) => one.findings - other.findings,
  code: byCode,
} satisfies Record<string, Order>;

const hotels = defineRoute({
  method: 'GET',
  path: '/api/results/standards/hotels',
  summary: 'The hotels where a standard was a finding, each with its latest such response',
  who: 'responses.read',
  query: standardHotelsQuerySchema,
  answer: standardHotelsSchema,
  run: async ({ deps: { config, reports, editions }, person, scope, query }) => {
    const { code, ...given } = query;
    const filter = prepareFilter(config, person, given);
    const all = await codedPlaces(reports, editions, filter.surveyId);
    const places = all.filter((place) => place.code.toLowerCase() === code.toLowerCase());
    return hotelsFailing(reports, scope, filter, places);
  },
});

export const standardRoutes = [standards, hotels];
