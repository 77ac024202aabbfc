import { z } from 'zod';

import { tellCellError } from '#domain/cell-error.ts';
import { cellsOf, fromList, type Columns, type Headings } from '#domain/headed-table.ts';
import { refusedRowsField } from '#domain/refused-rows.ts';
import { consultantRole } from '#domain/people/roles.ts';
import { hotelStatuses, stages } from '#domain/workflow/stages.ts';
import { chainScales, hotelInputSchema, type HotelInput } from './hotel.ts';

/**
 * The hotel file (specification, section 9): the heading of each column and the field it fills, in
 * the template's order. The template, the import and its messages are made of this.
 */
export const hotelColumns = {
  'Hotel ID': 'hotelId',
  'Hotel Name': 'hotelName',
  'Hotel Chain': 'hotelChain',
  'Hotel Brand': 'hotelBrand',
  'Management Co': 'hotelManagementCo',
  Owner: 'hotelOwner',
  Address: 'hotelAddress',
  City: 'hotelCity',
  State: 'hotelState',
  Country: 'hotelCountry',
  'Postal Code': 'hotelPostalCode',
  'Chain Scale': 'chainScale',
  'FPG Region': 'fpgRegion',
  [consultantRole]: 'serviceConsultantId',
  Status: 'status',
  Stage: 'stage',
} as const satisfies Record<string, keyof HotelInput>;
export type HotelColumn = keyof typeof hotelColumns;

/** In the template's order. */
export const hotelHeadings = Object.keys(hotelColumns) as HotelColumn[];

/** Filled in by themselves where the file leaves them out. */
const optionalColumns: readonly HotelColumn[] = [
  'Management Co',
  'Owner',
  'Chain Scale',
  consultantRole,
  'Status',
  'Stage',
];

export const hotelFileHeadings: Headings<HotelColumn> = {
  every: hotelHeadings,
  needed: hotelHeadings.filter((heading) => !optionalColumns.includes(heading)),
};

/** Endings (specification, section 5). */
export const hotelImportFormats = ['xlsx', 'xls', 'csv'] as const;
/** Bytes. */
export const largestHotelImport = 10 * 1024 * 1024;
/** Rows of one file, its heading among them. */
export const mostImportRows = 50_001;
/** New hotels that an import's answer lists; all are counted. */
export const mostListedHotels = 100;

/** POST /api/hotels/import; `preview=1` tells what would happen, and does nothing. */
export const hotelImportQuerySchema = z.object({
  preview: z
    .enum(['0', '1'])
    .default('0')
    .describe('1 tells what the import would do, and does nothing.'),
});

/**
 * What POST /api/hotels/import did, or in a preview would do (docs/decisions/0012). Good rows are
 * imported together, and each bad one is told. `row` is the row's number as a spreadsheet shows it:
 * the heading is 1. 400 at `file` where it is no such table, or has too many rows.
 */
export const hotelImportSchema = z.object({
  preview: z.boolean(),
  success: z.int().describe('Hotels imported.'),
  errors: z.array(z.object({ row: z.int(), error: z.string() })),
  refusedRows: refusedRowsField,
  hotels: z
    .array(
      z.object({
        row: z.int(),
        hotelId: z.string(),
        hotelName: z.string(),
        hotelCity: z.string(),
        stage: z.enum(stages),
      }),
    )
    .describe(`The first ${mostListedHotels} of the hotels imported.`),
});
export type HotelImport = z.infer<typeof hotelImportSchema>;

/** Who is meant by a name or e-mail address in a file; or what is wrong with it. */
export type FindConsultant = (text: string) => number | { readonly problem: string };

/** A row as a hotel, or what is wrong with it in one line. Blank cells are left to their defaults. */
export function readHotelRow(
  row: readonly string[],
  columns: Columns<HotelColumn>,
  findConsultant: FindConsultant,
): { hotel: HotelInput } | { problem: string } {
  const cell = cellsOf(row, columns);
  const problems = hotelHeadings.flatMap((heading) => tellCellError(heading, cell(heading)) ?? []);
  if (problems.length > 0) return { problem: problems.join('; ') };
  const fields = Object.fromEntries(
    hotelHeadings.map((column) => [hotelColumns[column], cell(column) || undefined]),
  );
  const named = cell(consultantRole);
  const consultant = named === '' ? null : findConsultant(named);
  if (typeof consultant === 'object' && consultant) problems.push(consultant.problem);

  const read = hotelInputSchema.safeParse({
    ...fields,
    chainScale: listed(chainScales, cell('Chain Scale')) ?? null,
    status: listed(hotelStatuses, cell('Status')),
    stage: listed(stages, cell('Stage')),
    serviceConsultantId: typeof consultant === 'number' ? consultant : null,
  });
  for (const issue of read.error?.issues ?? []) problems.push(issue.message);
  return read.success && problems.length === 0
    ? { hotel: read.data }
    : { problem: problems.join('; ') };
}

/** What is not in the list stays, to be refused. */
function listed(list: readonly string[], text: string): string | undefined {
  return fromList(list, text) ?? (text || undefined);
}
