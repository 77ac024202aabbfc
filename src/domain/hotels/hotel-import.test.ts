import { expect, test } from 'vitest';

import { hotelImportSchema } from './hotel-import.ts';

test('the reply of a server of the former release, which does not know what it left out, can be read', () => {
  const reply = {
    ...{ preview: false, success: 0, refused: 0 },
    ...{ errors: [], refusedRows: null, hotels: [] },
  };
  expect(hotelImportSchema.parse(reply)).toMatchObject({ unreadColumns: [], unreadSheets: [] });
});
