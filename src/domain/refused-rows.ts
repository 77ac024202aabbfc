import { z } from 'zod';

/**
 * Part of an import's reply: the refused rows as a workbook in Base64, to be corrected and imported
 * again. It has the columns of the file and a last one with the reasons. Null when no row was
 * refused.
 */
export const refusedRowsField = z.string().nullable();
