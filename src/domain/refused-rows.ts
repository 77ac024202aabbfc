import { z } from 'zod';

/**
 * In what an import answers: the refused rows as a workbook in Base64, with the columns of the file
 * and a last one of reasons, to be mended and imported again. Null where none was refused.
 */
export const refusedRowsField = z.string().nullable();
