import { z } from 'zod';

/**
 * Part of an import's reply: what of the file it did not read. While processes are replaced, one of the former release
 * may reply, which does not know these fields.
 */
export const unreadFields = {
  unreadColumns: z
    .array(z.string())
    .default([])
    .describe('The headings of the columns that the import does not read.'),
  unreadSheets: z
    .array(z.string())
    .default([])
    .describe('The other visible sheets of the workbook. The import reads one sheet.'),
};
export type UnreadParts = { unreadColumns: string[]; unreadSheets: string[] };
