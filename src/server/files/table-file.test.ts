import { expect, test } from 'vitest';

import { mostSheetRows } from '#domain/table-file.ts';
import { checkFits } from './table-file.ts';

test('a list that is longer than a sheet is refused as a workbook, and is not even counted for CSV', async () => {
  const fits = async () => mostSheetRows - 1;
  const tooMany = async () => mostSheetRows;
  const counting = async (): Promise<number> => {
    throw new Error('It was counted.');
  };
  await checkFits('xlsx', fits);
  await checkFits('csv', counting);
  await checkFits('csv-semicolon', counting);
  await expect(checkFits('xlsx', tooMany)).rejects.toMatchObject({
    message: /^A workbook holds 1,048,576 rows .* Choose CSV/,
    errors: [{ path: 'as' }],
  });
});
