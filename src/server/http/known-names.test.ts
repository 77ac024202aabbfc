import { afterAll, beforeAll, expect, test } from 'vitest';

import { openTestApp, type TestApp } from '#test/test-app.ts';
import { ignoredFieldsHeader } from './known-names.ts';

let server: TestApp;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());

/** Returns this many fields that no call knows. */
const unknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, place) => [`field${place}`, 0]));

test.each([
  ['of its own', '/api/hotels', { hotelName: 'Aurora', ...unknown(40_000) }, 'field0'],
  [
    'in a list',
    '/api/responses',
    { responseAnswers: Array.from({ length: 40_000 }, () => unknown(1)) },
    'responseAnswers.0.field0',
  ],
  ['and no other', '/api/hotels/1/contacts', unknown(40_000), 'field0'],
])(
  'a body with tens of thousands of unknown fields %s delays nobody',
  async (_, path, body, first) => {
    const began = performance.now();
    const { status, headers } = await server.as('connie')('POST', path, body);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect([status, String(headers[ignoredFieldsHeader]).split(', ')[0]]).toEqual([400, first]);
  },
);
