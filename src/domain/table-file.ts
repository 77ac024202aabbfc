import { z } from 'zod';

/**
 * The file formats in which a list can be saved. European spreadsheets split a .csv file at
 * semicolons.
 */
export const tableForms = ['csv', 'csv-semicolon', 'xlsx'] as const;
export type TableForm = (typeof tableForms)[number];

/** The rows that a sheet of a workbook can have, its heading included. */
export const mostSheetRows = 1_048_576;

/** `as` in the query of an export: the format of the file. */
export const tableFormSchema = z.object({
  as: z
    .enum(tableForms)
    .default('csv')
    .describe('The format of the file. `csv` separates its columns by commas.'),
});
