import type { Readable } from 'node:stream';

import type { Scope } from '#domain/people/person.ts';
import { consultantRole, unknownConsultant } from '#domain/people/roles.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { headingStyle, streamWorkbook, type StyledRow } from '#server/files/write-table.ts';
import { listExportOrder, readExportRows } from './export-queries.ts';

/** The workbook's columns (rule 54), with widths that fit most values. */
const columns = [
  { heading: consultantRole, width: 24 },
  { heading: 'Hotel ID', width: 14 },
  { heading: 'Hotel Name', width: 34 },
  { heading: 'Location', width: 24 },
  { heading: 'Stage', width: 22 },
  { heading: 'Status', width: 11 },
  { heading: 'Virtual Session Date', width: 21, numFmt: 'yyyy-mm-dd' },
  { heading: 'Virtual Re-Assessment Date', width: 27, numFmt: 'yyyy-mm-dd' },
  { heading: 'Evaluation Notes', width: 48, wraps: true },
  { heading: 'Completed Interviews', width: 21 },
  { heading: 'In Progress Interviews', width: 22 },
  { heading: 'Total Responses', width: 17 },
  { heading: 'Average Score', width: 15, numFmt: '0"%"' },
];

const banner = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'DCEAE7' } },
} as const;

/** The number of hotels read at a time, and so the part of the export that is in memory. */
const portion = 500;

/**
 * Returns the board as a streamed workbook: hotels grouped by consultant, each group below a row
 * with the consultant's name (rule 54).
 */
export async function exportBoard(
  db: Db,
  scope: Scope,
  { consultantId, line }: { consultantId: number | undefined; line: number },
): Promise<Readable> {
  // Read before the stream begins, so that a failure can still be reported.
  const order = await listExportOrder(db, scope, consultantId);
  return streamWorkbook({
    name: 'Workflow Management',
    columns: columns.map(({ heading: _, ...column }) => column),
    rows: exportRows(db, order, line),
  });
}

type Place = Awaited<ReturnType<typeof listExportOrder>>[number];
type Hotel = Awaited<ReturnType<typeof readExportRows>>[number];

async function* exportRows(
  db: Db,
  order: readonly Place[],
  line: number,
): AsyncGenerator<StyledRow> {
  yield { cells: columns.map((column) => column.heading), style: headingStyle };
  let group: number | null | undefined;
  for (let begin = 0; begin < order.length; begin += portion) {
    const places = order.slice(begin, begin + portion);
    const rows = await readExportRows(
      db,
      places.map(({ id }) => id),
      line,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    for (const place of places) {
      const hotel = byId.get(place.id);
      if (!hotel) continue;
      const name = nameOf(place);
      if (place.serviceConsultantId !== group)
        yield { cells: columns.map((_, index) => (index === 0 ? name : null)), style: banner };
      group = place.serviceConsultantId;
      yield { cells: cellsOf(hotel, name) };
    }
  }
}

function nameOf({ serviceConsultantId, consultantName }: Place): string {
  return serviceConsultantId === null ? 'Unassigned' : (consultantName ?? unknownConsultant);
}

function cellsOf(hotel: Hotel, consultant: string): StyledRow['cells'] {
  return [
    consultant,
    hotel.hotelId,
    hotel.hotelName,
    `${hotel.hotelCity}, ${hotel.hotelState}`,
    hotel.stage,
    hotel.status,
    day(hotel.virtualSessionCompletionDate),
    day(hotel.virtualReAssessmentCompletionDate),
    hotel.evaluationNotes,
    hotel.completed ?? 0,
    hotel.inProgress ?? 0,
    hotel.total ?? 0,
    hotel.averageScore ?? 'N/A',
  ];
}

/** The first day that a workbook can have as a date. */
const firstDay = '1900-01-01';

/**
 * Returns midnight in UTC, because the writer uses the UTC date and would otherwise shift the day. A day before 1900,
 * such as the year 26 by a slip of the finger, is returned as text: in a date's cell Excel would show "#####".
 */
function day(date: string | null): Date | string | null {
  return date === null || date < firstDay ? date : new Date(date);
}
