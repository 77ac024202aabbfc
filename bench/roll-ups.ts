/**
 * Measures the figures of Results over a year from the sums of closed days and months, and from the
 * responses alone, in turn; and how long making the sums takes: twenty answers each, over a year, at 20,000
 * hotels.
 * Wanted at a million: the summary of a year under 300 ms, questions and hotels compared under 150 ms.
 * Run: npx node bench/roll-ups.ts [responses]
 */
import { checkRollUps } from '#server/background/check-roll-ups.ts';
import { makeRollUps } from '#server/background/make-roll-ups.ts';
import { keepEditions } from '#server/db/editions.ts';
import { scoreHotels } from '#server/features/results/analytics-queries.ts';
import type { PreparedFilter } from '#server/features/results/prepare-filter.ts';
import * as queries from '#server/features/results/queries.ts';
import { sumByStep } from '#server/features/results/sum-by-step.ts';
import { weakestQuestions } from '#server/features/results/weakest-questions.ts';
import { lastDays, measureInTurn, openLargeApp } from './large-database.ts';
import { at, heading, report } from './report.ts';

const responses = Number(process.argv[2] ?? 1_000_000);
const { db, upkeepPool, close } = await openLargeApp({ hotels: 20_000, responses, answers: 20 });
try {
  heading(`${responses.toLocaleString('en')} responses, 20,000 hotels; median of 10`);
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
  await upkeepPool.query('vacuum analyze');
  const { wrong } = await checkRollUps(db);
  if (wrong.length > 0) throw new Error(`These sums are wrong: ${wrong.join(', ')}`);

  const all = { kind: 'all' } as const;
  const editions = keepEditions();
  const { from = '', to = '' } = Object.fromEntries(new URLSearchParams(lastDays(365)));
  const year: PreparedFilter = { from, to, timeZone: 'UTC', line: 80 };
  const page = { sort: 'percent', direction: 'desc', search: '', limit: 25, offset: 0 } as const;
  const figures = {
    'tiles, cards and trend': (filter) => queries.sumUp(db, all, filter, Date.now()),
    'the same in Auckland': (filter) =>
      queries.sumUp(db, all, { ...filter, timeZone: 'Pacific/Auckland' }, Date.now()),
    'the whole summary': (filter) =>
      Promise.all([
        queries.sumUp(db, all, filter, Date.now()),
        queries.medianDuration(db, all, filter),
        queries.countUnfinished(db, all, filter),
      ]),
    'trend by week': (filter) => sumByStep(db, all, { ...filter, step: 'week' }, Date.now()),
    questions: (filter) => weakestQuestions(db, editions, { scope: all, filter, limit: 10 }),
    'hotels compared': (filter) => scoreHotels(db, all, { ...filter, ...page }),
  } satisfies Record<string, (filter: PreparedFilter) => Promise<unknown>>;
  for (const [name, figure] of Object.entries(figures)) {
    const [ofSums, ofResponses] = await measureInTurn(
      10,
      () => figure(year),
      () => figure({ ...year, fromResponses: true }),
    );
    report({
      name: `${name}, a year`,
      ours: at(0.5, ofSums),
      bare: at(0.5, ofResponses),
      unit: 'ms',
      note: `slowest ${at(1, ofSums).toFixed(0)} ms`,
    });
  }
} finally {
  await close();
}
