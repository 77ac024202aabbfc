import { afterAll, beforeAll, expect, test } from 'vitest';

import { aHotel } from '#test/build.ts';
import { openTestApp, type TestApp } from '#test/test-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

test('hotels stand as people look them up, in the list and on the board', async () => {
  const names = ['eastgate', 'Écluse', 'Eden', 'Östra 10', 'Östra 2', 'Zebra'];
  for (const hotelName of names.toReversed()) await aHotel(server, { hotelName });
  const ordered = ['eastgate', 'Écluse', 'Eden', 'Östra 2', 'Östra 10', 'Zebra'];
  const alice = server.as('alice');
  const named = (hotels: { hotelName: string }[]) => hotels.map(({ hotelName }) => hotelName);
  expect(named((await alice('GET', '/api/hotels')).body)).toEqual(ordered);
  const { body } = await alice('GET', '/api/workflow/board');
  expect(named(body.hotels)).toEqual(ordered);
});
