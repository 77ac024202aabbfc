import { can, type HasRole } from '#domain/people/person.ts';
import { daysIn } from '#domain/time-zone.ts';
import {
  boardFilterSchema,
  boardQuerySchema,
  boardSchema,
  type BoardFilter,
} from '#domain/workflow/board.ts';
import { quietDays, quietHotelsSchema } from '#domain/workflow/quiet-hotels.ts';
import { xlsxMediaType } from '#server/files/write-table.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer, sendFile } from '#server/http/send-file.ts';
import { defineSharedRead } from '#server/http/shared-read.ts';
import { ProblemError } from '#server/problems.ts';
import { exportBoard } from './export-board.ts';
import { partsOfBoard } from './present.ts';
import * as queries from './queries.ts';

const board = defineSharedRead({
  path: '/api/workflow/board',
  summary:
    'The board: every hotel within scope with its counts and latest score, and the count of each stage',
  who: 'hotels.read',
  query: boardQuerySchema,
  answer: boardSchema,
  run: async ({ db, deps, asker, scope, query }) => {
    requireFilter(asker, query);
    const listed = queries.listHotels(db, scope, query);
    // For all hotels the three statements run in parallel, each on a connection of its own. For the first
    // cards, the other two statements wait for the hotels' ids.
    const ofHotels =
      query.first === undefined ? queries.ofScope(scope) : queries.ofOnly((await listed).id);
    const [hotels, counts, latest] = await Promise.all([
      listed,
      queries.countByHotel(db, ofHotels),
      queries.findLatest(db, ofHotels),
    ]);
    const { timeZone } = deps.config;
    const parts = partsOfBoard(hotels, counts, latest, { now: deps.now(), timeZone });
    return { json: { parts, isShort: true } };
  },
});

const exportFile = defineRoute({
  method: 'GET',
  path: '/api/workflow/export',
  summary: 'The board as an Excel workbook, grouped by consultant',
  who: 'hotels.read',
  query: boardFilterSchema,
  answer: fileAnswer(xlsxMediaType),
  run: async ({ deps, person, scope, query, reply }) => {
    requireFilter(person, query);
    const { timeZone, portfolioLine: line } = deps.config;
    const today = daysIn(timeZone).dayOf(deps.now());
    return sendFile(reply, {
      name: `Workflow_Management_${today}.xlsx`,
      mediaType: xlsxMediaType,
      content: await exportBoard(deps.reports, scope, { consultantId: query.consultantId, line }),
    });
  },
});

const quietHotels = defineSharedRead({
  path: '/api/workflow/quiet-hotels',
  summary: 'Unfinished hotels without activity for a month, the longest inactive first',
  who: 'hotels.read',
  answer: quietHotelsSchema,
  run: ({ db, deps, scope }) =>
    queries.findQuietHotels(db, scope, new Date(deps.now() - quietDays * 86_400_000)),
});

/** Throws when somebody other than an Admin filters by consultant (rule 55). */
function requireFilter(person: HasRole, { consultantId }: BoardFilter): void {
  if (consultantId !== undefined && !can(person, 'results.byConsultant'))
    throw new ProblemError('not-allowed', "You don't have permission to filter by consultant.");
}

export const workflowRoutes = [board, quietHotels, exportFile];
