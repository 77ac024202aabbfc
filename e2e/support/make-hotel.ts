import { expect, type Page } from '@playwright/test';

import { hotelFields } from '#test/build.ts';
import { own } from './test.ts';

let made = 0;
const lastMoment = 9_999_999_999_999;

/** Creates a hotel for this test. Its name puts it at the top of its column. */
export async function makeHotel(page: Page, fields: Record<string, unknown> = {}) {
  made += 1;
  const name = own(`Aaron House ${lastMoment - Date.now()} ${made}`);
  const answer = await page.request.post('/api/hotels', {
    data: {
      ...hotelFields,
      hotelId: `E2E-${name}`,
      hotelName: name,
      hotelBrand: 'Aaron',
      ...fields,
    },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as { id: number };
  const read = async () =>
    (await (await page.request.get(`/api/hotels/${id}`)).json()) as Record<string, unknown>;
  const change = (data: Record<string, unknown>) =>
    page.request.patch(`/api/hotels/${id}`, { data });
  return { id, name, read, change };
}
