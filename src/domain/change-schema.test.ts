import { expect, test } from 'vitest';
import { z } from 'zod';

import { changeSchema } from './change-schema.ts';

const record = {
  name: z.string(),
  stars: z.int().nullable().default(null),
  tags: z.array(z.string()).default([]).default(['new']),
};

test('a change writes the fields that it names, and no default of the others', () => {
  const change = changeSchema(record);
  expect(change.parse({})).toEqual({});
  expect(change.parse({ stars: 4 })).toEqual({ stars: 4 });
  expect(change.parse({ stars: null, tags: [] })).toEqual({ stars: null, tags: [] });
  expect(z.object(record).partial().parse({})).not.toEqual({});
});

test('a field that is sent is still checked', () => {
  expect(changeSchema(record).safeParse({ stars: 'four' }).success).toBe(false);
});
