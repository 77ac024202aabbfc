import { z } from 'zod';

import { describeCellError, withoutMark } from '#domain/cell-error.ts';
import { cellsOf, fromList, type Columns, type Headings } from '#domain/headed-table.ts';
import { refusedRowsField } from '#domain/refused-rows.ts';
import { unreadFields } from '#domain/unread-parts.ts';
import { stages } from '#domain/workflow/stages.ts';
import {
  declarationOf,
  hotelFields,
  hotelFileFields,
  valueOfText,
  type HotelFileField,
} from './hotel-fields.ts';
import { hotelInputSchema, type HotelInput } from './hotel.ts';

/** A heading of the hotel file. The headings are the labels of the fields. */
export type HotelColumn = (typeof hotelFields)[HotelFileField]['label'];
const headingOf = (field: HotelFileField): HotelColumn => hotelFields[field].label;

/** The headings in the template's order. */
export const hotelHeadings = hotelFileFields.map(headingOf);
/** The template's example row. It shows what the columns take, and would import as it is. */
export const exampleHotelRow = hotelFileFields.map((field) => hotelFields[field].column.example);

/** The columns that a file must have. A field with a fallback may be left out. */
const needed = hotelFileFields.filter((field) => declarationOf(field).fallback === undefined);
export const hotelFileHeadings: Headings<HotelColumn> = {
  every: hotelHeadings,
  needed: needed.map(headingOf),
};

/** Endings of the accepted files (rule 53). */
export const hotelImportFormats = ['xlsx', 'xls', 'csv'] as const;
/** The most bytes of a file. */
export const largestHotelImport = 10 * 1024 * 1024;
/** The most rows of a file, including its heading. */
export const mostImportRows = 50_001;
/** The most new hotels that an import's reply lists. It counts all of them. */
export const mostListedHotels = 100;
/**
 * The most refused rows that an import's reply lists. It counts all of them, and its workbook has
 * all.
 */
export const mostListedErrors = 1_000;

/**
 * The query of POST /api/hotels/import. `preview=1` reports what the import would do, and stores
 * nothing.
 */
export const hotelImportQuerySchema = z.object({
  preview: z
    .enum(['0', '1'])
    .default('0')
    .describe('With 1, nothing is stored. The reply says what the import would do.'),
});

/**
 * The reply of POST /api/hotels/import: what it did or, in a preview, would do
 * (docs/decisions/0012). Good rows are imported together; bad rows are refused, each with its
 * reason. `row` is the row's number as a spreadsheet shows it: the heading is 1. Returns 400 at
 * `file` when the file is no such table, has the same heading twice, or has too many rows.
 */
export const hotelImportSchema = z.object({
  preview: z.boolean(),
  success: z.int().describe('The number of imported hotels.'),
  refused: z.int().describe('The number of refused rows.'),
  errors: z
    .array(z.object({ row: z.int(), error: z.string() }))
    .describe(
      `The first ${mostListedErrors} of the rows refused; \`refusedRows\` has all of them.`,
    ),
  refusedRows: refusedRowsField,
  ...unreadFields,
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

/**
 * Finds the consultant for a name or e-mail address in a file. Returns the id, or what is wrong
 * with the text.
 */
export type FindConsultant = (text: string) => number | { readonly problem: string };

/**
 * Returns a row's hotel, or what is wrong with the row in one line. A blank cell gets the field's
 * fallback.
 */
export function readHotelRow(
  row: readonly string[],
  columns: Columns<HotelColumn>,
  findConsultant: FindConsultant,
): { hotel: HotelInput } | { problem: string } {
  const cell = cellsOf(row, columns);
  const problems = hotelHeadings.flatMap(
    (heading) => describeCellError(heading, cell(heading)) ?? [],
  );
  if (problems.length > 0) return { problem: problems.join('; ') };

  const fields: Partial<Record<HotelFileField, unknown>> = {};
  for (const field of hotelFileFields) {
    const text = withoutMark(cell(headingOf(field)));
    const { kind, choices = [] } = declarationOf(field);
    if (text === '') continue;
    if (kind === 'consultant') {
      const found = findConsultant(text);
      if (typeof found === 'number') fields[field] = found;
      else problems.push(found.problem);
      // Text that is not in the list of choices stays as it is: the schema refuses it.
    } else fields[field] = valueOfText(field, fromList(choices, text) ?? text);
  }
  const read = hotelInputSchema.safeParse(fields);
  for (const issue of read.error?.issues ?? []) problems.push(issue.message);
  return read.success && problems.length === 0
    ? { hotel: read.data }
    : { problem: problems.join('; ') };
}
