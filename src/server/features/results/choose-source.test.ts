import { expect, test } from 'vitest';

import type { Scope } from '#domain/people/person.ts';
import { resultsFilterSchema } from '#domain/results/results.ts';
import { chooseSource, readFigure, type Figure } from './choose-source.ts';
import type { PreparedFilter } from './prepare-filter.ts';

/** The figures that each column of the table below stands for. */
const columns: Record<string, readonly Figure[]> = {
  summary: ['summary', 'portfolio', 'distribution', 'numberOfResponses'],
  trend: ['trend'],
  comparison: ['comparison'],
  questions: ['questions', 'standards'],
};

const table = `
  filter                       | summary   | trend     | comparison | questions
  none                         | sums      | sums      | records    | marks
  from                         | sums      | sums      | records    | marks
  to                           | sums      | sums      | records    | marks
  timeZone                     | sums      | sums      | records    | marks
  surveyId                     | sums      | sums      | records    | marks
  brand                        | sums      | sums      | records    | marks
  verdict                      | sums      | sums      | responses  | responses
  questionId                   | sums      | sums      | responses  | responses
  scope                        | records   | responses | records    | marks
  consultantId                 | records   | responses | records    | marks
  stage                        | records   | responses | records    | marks
  hotelId                      | records   | responses | records    | responses
  roundId                      | responses | responses | records    | responses
  review                       | responses | responses | responses  | responses
  scoreFrom                    | responses | responses | responses  | responses
  scoreBelow                   | responses | responses | responses  | responses
  category                     | responses | responses | responses  | responses
  approved                     | records   | responses | records    | marks
  fromResponses                | responses | responses | responses  | responses
  from to surveyId brand       | sums      | sums      | records    | marks
  verdict questionId brand     | sums      | sums      | responses  | responses
  verdict stage                | responses | responses | responses  | responses
  verdict scope                | responses | responses | responses  | responses
  questionId hotelId           | responses | responses | responses  | responses
  scope consultantId stage     | records   | responses | records    | marks
  scope hotelId                | records   | responses | records    | responses
  scope roundId                | records   | responses | records    | responses
  hotelId roundId from         | records   | responses | records    | responses
  stage roundId brand          | records   | responses | records    | responses
  roundId from surveyId brand  | responses | responses | records    | responses
  roundId verdict              | responses | responses | responses  | responses
  scope from category          | responses | responses | responses  | responses
  approved scope stage from    | records   | responses | records    | marks
  approved verdict             | responses | responses | responses  | responses
  approved hotelId             | records   | responses | records    | responses
  approved roundId             | records   | responses | records    | responses
`;

/** A value of each part. A source is chosen by which parts there are, and not by their values. */
const values: Required<Omit<PreparedFilter, 'line'>> = {
  ...{ from: '2026-01-01', to: '2026-12-31', timeZone: 'UTC', surveyId: 1, brand: 'Harbor' },
  ...{ verdict: 'Pass', questionId: 1, consultantId: 1, stage: 'Onsite Assessment', hotelId: 1 },
  ...{ roundId: 1, review: 'needed', scoreFrom: 50, scoreBelow: 80, approved: '1' },
  ...{ category: 'The Right Action', fromResponses: true },
};
const everyHotel: Scope = { kind: 'all' };
const someHotels: Scope = { kind: 'assigned', userId: 1 };
const base: PreparedFilter = { timeZone: 'UTC', line: 80 };

const [head = [], ...rows] = table
  .trim()
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()));

test.each(rows)('the sources of figures filtered by: %s', (filter, ...sources) => {
  const names = filter.split(' ');
  const scope = names.includes('scope') ? someHotels : everyHotel;
  const given = Object.entries(values).filter(([name]) => names.includes(name));
  const whole: PreparedFilter = { ...base, ...Object.fromEntries(given) };
  const expected = head
    .slice(1)
    .flatMap((column, place) => columns[column]!.map((figure) => [figure, sources[place]]));
  expect(
    expected.map(([figure]) => [figure, chooseSource(figure as Figure, scope, whole)]),
  ).toEqual(expected);
});

test('the table has every part of the filter', () => {
  const parts = [...Object.keys(resultsFilterSchema.shape), 'none', 'scope', 'fromResponses'];
  expect(rows.map(([filter]) => filter)).toEqual(expect.arrayContaining(parts));
});

test.each([
  ['sums have it', 7, 'sums', 7],
  ['sums have nothing to count', 0, 'sums', 0],
  ['sums have no value', null, 'sums', null],
  ['too many responses have no sums', undefined, 'sums responses', 'of responses'],
])('a figure when %s', async (_, ofSums, asked, figure) => {
  const calls: string[] = [];
  const reader = <T>(source: string, found: T) => {
    return () => (calls.push(source), Promise.resolve(found));
  };
  const found = await readFigure<'summary', unknown>('summary', everyHotel, base, {
    sums: reader('sums', ofSums),
    records: reader('records', 'of records'),
    responses: reader('responses', 'of responses'),
  });
  expect([calls.join(' '), found]).toEqual([asked, figure]);
});
