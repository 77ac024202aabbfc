/**
 * Measures the figures of Results over a year from the sums of closed days and months, and from the
 * responses alone, in turn; and how long making the sums takes: twenty answers each, over a year, at 20,000
 * hotels. Prints the time by the clock, and the processor time of the database, which other work on the
 * machine changes less.
 * Wanted at a million: the summary of a year under 300 ms; questions, hotels compared and a year filtered by
 * one question under 150 ms.
 * Run: npx node bench/roll-ups.ts [responses] [runs] [mode]
 *
 * - `sums`: nothing is read from the responses alone, nor checked.
 * - `open`: the same just before a day is closed, when the responses of a whole day more have no sums.
 * - `late`: the same while 5,000 late responses wait to be added up, spread over the year.
 */
import { checkRollUps } from '#server/background/check-roll-ups.ts';
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { keepEditions } from '#server/db/responses/editions.ts';
import { sumColumnNames } from '#server/db/responses/score-columns.ts';
import { countBands, scoreHotels } from '#server/features/results/analytics-queries.ts';
import type { Scope } from '#domain/people/person.ts';
import type { PreparedFilter } from '#server/features/results/prepare-filter.ts';
import { medianOfResponses, medianOfSums } from '#server/features/results/read-median-duration.ts';
import * as queries from '#server/features/results/queries.ts';
import { codedPlaces } from '#server/features/results/coded-places.ts';
import { hotelsFailing } from '#server/features/results/failing-hotels.ts';
import { figuresOfPortfolio } from '#server/features/results/report-queries.ts';
import { readMarks } from '#server/features/results/standard-queries.ts';
import { sumByStep } from '#server/features/results/sum-by-step.ts';
import { sumStandards } from '#server/features/results/sum-standards.ts';
import { weakestQuestions } from '#server/features/results/weakest-questions.ts';
import { lastDays, openLargeApp } from './large-database.ts';
import { processorTimeBelow } from './processor-time.ts';
import { at, heading, report } from './report.ts';

const responses = Number(process.argv[2] ?? 1_000_000);
const runs = Number(process.argv[3] ?? 10);
/** The runs of each figure that are not reported. */
const warmUps = 3;
const mode = process.argv[4];
const ofSumsAlone = mode === 'sums' || mode === 'open' || mode === 'late';
// Ten million responses take longer than requests may.
const {
  upkeep: db,
  upkeepPool,
  close,
} = await openLargeApp({
  hotels: 20_000,
  responses,
  answers: 20,
});
try {
  heading(
    `${responses.toLocaleString('en')} responses, 20,000 hotels; a year unless it says a week; median of ${runs}`,
  );
  const { signal } = new AbortController();
  const begin = performance.now();
  await makeRollUps(db, signal, { longest: Infinity });
  const note = 'half of it rests';
  report({
    name: 'all days and months added up',
    ours: performance.now() - begin,
    unit: 'ms',
    note,
  });
  const size = await upkeepPool.query(
    `select sum(pg_total_relation_size(relname::regclass)) / 1e6 as mb from pg_class
     where relname like 'rolled%' and relkind = 'r'`,
  );
  report({ name: 'their tables', ours: Number(size.rows[0].mb), unit: 'MB' });
  if (mode === 'open') await openLastDay();
  if (mode === 'late') await sendLate(5_000);
  await upkeepPool.query('vacuum analyze');
  type Figure = (filter: PreparedFilter, scope?: Scope) => Promise<unknown>;
  const { wrong } = ofSumsAlone ? { wrong: [] } : await checkRollUps(db);
  if (wrong.length > 0) throw new Error(`These sums are wrong: ${wrong.join(', ')}`);

  const all = { kind: 'all' } as const;
  const editions = keepEditions();
  const range = (days: number): PreparedFilter => {
    const { from = '', to = '' } = Object.fromEntries(new URLSearchParams(lastDays(days)));
    return { from, to, timeZone: 'UTC', line: 80 };
  };
  const [year, week] = [range(365), range(6)];
  const page = { sort: 'percent', direction: 'desc', search: '', limit: 25, offset: 0 } as const;
  const places = await codedPlaces(db, editions, undefined);
  const ofQuestion = { ...year, questionId: places[6]?.question.id ?? 0 };
  const ofVerdict = { ...year, verdict: 'Needs Review' } as const;
  const narrowed = { ...year, surveyId: places[6]?.surveyId, brand: 'Harbor' };
  const { rows } = await upkeepPool.query<{ id: number }>('select max(id) as id from system_users');
  const userId = rows[0]?.id ?? 0;
  await upkeepPool.query('delete from hotel_assignments');
  await upkeepPool.query('update hotels set service_consultant_id = null');
  await upkeepPool.query(
    'insert into hotel_assignments select $1, id from hotels where id % 10 = 1',
    [userId],
  );
  await upkeepPool.query('vacuum analyze hotels, hotel_assignments');
  const consultant = { kind: 'assigned', userId } as const;
  const approved = { ...year, approved: '1' } as const;
  const ofStage = { ...year, stage: 'Onsite Assessment' } as const;
  const summary = (filter: PreparedFilter, scope: Scope = all) =>
    Promise.all([
      queries.summarize(db, scope, filter, Date.now()),
      queries.countUnfinished(db, scope, filter),
    ]);
  const portfolio = (filter: PreparedFilter, scope: Scope = all) =>
    figuresOfPortfolio(db, scope, filter);
  const compare = (filter: PreparedFilter, scope: Scope = all) =>
    scoreHotels(db, scope, { ...filter, ...page });
  const questions = (filter: PreparedFilter, scope: Scope = all) =>
    weakestQuestions(db, editions, { scope, filter, limit: 10 });
  const distribution = (filter: PreparedFilter, scope: Scope = all) =>
    countBands(db, scope, filter);
  const count = (filter: PreparedFilter, scope: Scope = all) =>
    queries.countResponses(db, scope, filter);
  const standards = async (filter: PreparedFilter, scope: Scope = all) =>
    sumStandards(places, await readMarks(db, scope, filter, places));
  const ofStandard = places.filter(({ code }) => code === places[6]?.code);
  const failing = (filter: PreparedFilter) => hotelsFailing(db, all, filter, ofStandard);
  const figures: [string, PreparedFilter, Figure, Scope?][] = [
    [
      'median duration',
      year,
      (filter) => (filter.fromResponses ? medianOfResponses : medianOfSums)(db, all, filter),
    ],
    ['the whole summary', year, summary],
    ['the whole summary, in Auckland', { ...year, timeZone: 'Pacific/Auckland' }, summary],
    ['the whole summary, a week', week, summary],
    ['the portfolio in a report', year, portfolio],
    ['the whole summary, of one question', ofQuestion, summary],
    ['the whole summary, of one verdict', ofVerdict, summary],
    [
      'trend by week',
      year,
      (filter) => sumByStep(db, all, { ...filter, step: 'week' }, Date.now()),
    ],
    ['questions', year, questions],
    ['questions, a week', week, questions],
    ['distribution', year, distribution],
    ['distribution, of one question', ofQuestion, distribution],
    ['distribution, of one verdict', ofVerdict, distribution],
    ['number of responses', year, count],
    ['number of responses, a week', week, count],
    ['number of responses, of one question', ofQuestion, count],
    ['number of responses, of one verdict', ofVerdict, count],
    ['hotels compared', year, compare],
    ['hotels compared, a week', week, compare],
    ['hotels compared, of one survey and brand', narrowed, compare],
    ['standards', year, standards],
    ['standards, a week', week, standards],
    ['hotels that fail one standard', year, failing],
    ['hotels that fail one standard, a week', week, failing],
    ['the whole summary, of a stage', ofStage, summary],
    ['hotels compared, of a stage', ofStage, compare],
    ['questions, of a stage', ofStage, questions],
    ['distribution, of a stage', ofStage, distribution],
    ['number of responses, of a stage', ofStage, count],
    ['the whole summary, of approved rounds', approved, summary],
    [
      'trend by week, of approved rounds',
      approved,
      (filter) => sumByStep(db, all, { ...filter, step: 'week' }, Date.now()),
    ],
    ['hotels compared, of approved rounds', approved, compare],
    ['questions, of approved rounds', approved, questions],
    ['distribution, of approved rounds', approved, distribution],
    ['number of responses, of approved rounds', approved, count],
    ['standards, of approved rounds', approved, standards],
    ['hotels that fail one standard, of approved rounds', approved, failing],
    ['the whole summary, 2,000 hotels', year, summary, consultant],
    ['the whole summary, 2,000 hotels, a week', week, summary, consultant],
    ['hotels compared, 2,000 hotels', year, compare, consultant],
    ['questions, 2,000 hotels', year, questions, consultant],
    ['questions, 2,000 hotels, a week', week, questions, consultant],
    ['distribution, 2,000 hotels', year, distribution, consultant],
    ['number of responses, 2,000 hotels', year, count, consultant],
    ['standards, 2,000 hotels', year, standards, consultant],
  ];
  for (const [name, filter, figure, scope] of figures)
    await compareWays(name, filter, (ofFilter) => figure(ofFilter, scope));
} finally {
  await close();
}

/** Makes the last closed day one that is not closed yet, with all its responses. */
async function openLastDay(): Promise<void> {
  await upkeepPool.query('delete from rolled_days where day = (select max(day) from rolled_days)');
}

/** Stores copies of responses from all over the year. They are late, so they are in no sums. */
async function sendLate(late: number): Promise<void> {
  const columns = `survey_id, edition, hotel_id, hotel_name, hotel_brand, hotel_address, hotel_stage, round_id,
    respondent_name, respondent_job_title, answers, lost, marks, total_score, max_score, passed,
    ${sumColumnNames}, started_at, completed_at`;
  await upkeepPool.query(
    `insert into responses (client_id, digest, ${columns})
     select 'late_' || id, '', ${columns} from responses where id % $1 = 0`,
    [Math.floor(responses / late)],
  );
}

/** Reports one figure from the sums, beside the same from the responses if both are wanted, measured in turn. */
async function compareWays(
  name: string,
  filter: PreparedFilter,
  figure: (filter: PreparedFilter) => Promise<unknown>,
): Promise<void> {
  const ways = ofSumsAlone ? [false] : [false, true];
  const taken = ways.map((): number[] => []);
  const worked = ways.map(() => 0);
  let first = 0;
  for (let run = -warmUps; run < runs; run += 1)
    for (const [way, fromResponses] of ways.entries()) {
      const before = await processorTimeBelow();
      const begin = performance.now();
      await figure({ ...filter, fromResponses });
      const time = performance.now() - begin;
      if (run === -warmUps && way === 0) first = time;
      if (run < 0) continue;
      taken[way]?.push(time);
      worked[way] = (worked[way] ?? 0) + ((await processorTimeBelow()) - before) / runs;
    }
  const [ofSums = [], ofResponses] = taken.map((times) => times.toSorted((a, b) => a - b));
  const [own, bare] = worked.map((milliseconds) => milliseconds.toFixed(0));
  report({
    name,
    ours: at(0.5, ofSums),
    ...(ofResponses && { bare: at(0.5, ofResponses) }),
    unit: 'ms',
    note: `first ${first.toFixed(0)}, slowest ${at(1, ofSums).toFixed(0)} ms; the database worked ${own} ms${bare === undefined ? '' : `, bare ${bare} ms`}`,
  });
}
