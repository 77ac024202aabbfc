import { expect, test } from 'vitest';
import { z } from 'zod';

import { routes } from '#server/routes.ts';

/** All PATCH and PUT routes whose body may be empty. Each changes only the fields in the body. */
const changes = routes.flatMap(({ method, path, body }) =>
  (method === 'PATCH' || method === 'PUT') &&
  body instanceof z.ZodObject &&
  body.safeParse({}).success
    ? [{ name: `${method} ${path}`, body }]
    : [],
);
const words = [
  'Active',
  'active',
  'in_progress',
  'other',
  'Initiated',
  'radio',
  'none',
  'same',
  'open',
];
const samples = [...words, '2026-03-31', 'ada@hotel.example', 1, true, null, [], {}];

test('calls that change some fields of a record are found', () => {
  expect(changes.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'PATCH /api/hotels/{id}',
      'PUT /api/surveys/{id}',
      'PUT /api/questions/{id}',
      'PUT /api/system-users/{id}',
    ]),
  );
});

test.each(changes)('$name writes no field that it was not given', ({ body }) => {
  expect(body.parse({})).toEqual({});
  for (const field of Object.keys(body.shape)) {
    const taken = samples
      .map((value) => body.safeParse({ [field]: value }))
      .filter(({ success }) => success);
    expect(taken).not.toEqual([]);
    for (const { data } of taken) expect(Object.keys(data as object)).toEqual([field]);
  }
});
