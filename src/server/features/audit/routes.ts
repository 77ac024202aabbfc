import { auditFilterSchema, auditPageSchema, auditQuerySchema } from '#domain/audit/event.ts';
import { detailsOf, sentenceOf } from '#domain/audit/event-sentence.ts';
import { mostSheetRows, tableFormSchema } from '#domain/table-file.ts';
import { daysIn } from '#domain/time-zone.ts';
import { checkFits, tableFile, tableMediaTypes } from '#server/files/table-file.ts';
import { defineRoute } from '#server/http/route.ts';
import { refuseReversed } from '#server/http/refuse-reversed.ts';
import { fileAnswer, sendFile } from '#server/http/send-file.ts';
import { batchesOfEvents, countEvents, listEvents, searchEvents } from './queries.ts';

const page = defineRoute({
  method: 'GET',
  path: '/api/audit-events',
  summary: 'Who did what to which object, and when: the newest first, page by page',
  who: 'audit.read',
  query: auditQuerySchema,
  answer: auditPageSchema,
  run: async ({ deps: { reports }, query: { before, limit, ...filter } }) => {
    refuseReversed(filter);
    // One more than a page, to find out whether there is another page.
    const ask = { before, limit: limit + 1 };
    const { found, end } =
      filter.search === ''
        ? { found: await listEvents(reports, filter, ask), end: null }
        : await searchEvents(reports, filter, ask);
    const events = found.slice(0, limit);
    const last = found.length > limit ? events.at(-1) : end;
    return { events, next: last?.id ?? null, searchedTo: end?.at ?? null };
  },
});

const exportFile = defineRoute({
  method: 'GET',
  path: '/api/audit-events/export',
  summary: 'All filtered events as a CSV file or a workbook',
  who: 'audit.read',
  query: auditFilterSchema.extend(tableFormSchema.shape),
  answer: fileAnswer(...tableMediaTypes),
  run: async ({ deps: { config, reports }, query: { as, ...filter }, reply }) => {
    refuseReversed(filter);
    await checkFits(as, () => countEvents(reports, filter, mostSheetRows));
    const { isoOf } = daysIn(config.timeZone);
    async function* rows() {
      for await (const batch of batchesOfEvents(reports, filter))
        yield batch.map((event) => [
          isoOf(Date.parse(event.at)),
          event.actorName,
          event.action,
          event.objectId,
          sentenceOf(event),
          detailsOf(event)
            .map(
              ({ label, from, to }) => `${label}: ${from === undefined ? '' : `${from} → `}${to}`,
            )
            .join('; '),
        ]);
    }
    const head = [`Time (${config.timeZone})`, 'Who', 'Action', 'Object', 'What', 'Details'];
    const table = { name: 'audit-trail', sheet: 'Audit Trail', head, batches: rows() };
    return sendFile(reply, tableFile(as, table));
  },
});

export const auditRoutes = [page, exportFile];
