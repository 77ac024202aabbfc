import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z, type ZodType } from 'zod';

import { encodesInPortions } from './encode-in-portions.ts';

const row = z.object({ id: z.int(), name: z.string().nullable(), note: z.string().optional() });
const rows = fc.array(
  fc.record(
    {
      id: fc.nat(),
      name: fc.option(fc.string({ unit: 'binary' })),
      note: fc.option(fc.string(), { nil: undefined }),
      more: fc.boolean(),
    },
    { requiredKeys: ['id', 'name'] },
  ),
  { maxLength: 600 },
);
const named = z.object({
  total: z.int(),
  rows: z.array(row),
  title: z.string().optional(),
  counted: z.boolean().default(true),
});

async function partsOf(schema: ZodType, value: unknown): Promise<string[]> {
  const parts: string[] = [];
  for await (const part of encodesInPortions(schema)(value)) parts.push(part);
  return parts;
}

test('it writes the same JSON as the serializer of other replies', async () => {
  const title = fc.option(fc.string(), { nil: undefined });
  await fc.assert(
    fc.asyncProperty(rows, title, async (list, words) => {
      const object = { title: words, more: 1, rows: list, total: list.length };
      for (const [schema, value] of [
        [z.array(row), list],
        [named, object],
        [z.object({ one: named }), { one: object }],
        [z.array(row).max(1_000), list],
        [row.nullable(), list[0] ?? null],
        [z.object({ title: z.string().optional(), rows: z.array(row).optional() }), {}],
      ] as const)
        expect((await partsOf(schema, value)).join('')).toBe(JSON.stringify(schema.parse(value)));
    }),
    { numRuns: 50 },
  );
});

test('it throws when a row does not match the schema', async () => {
  for (const value of [{ total: 1, rows: [{ id: 'one', name: '' }] }, { total: 1 }, [], null])
    await expect(partsOf(named, value)).rejects.toThrow(z.ZodError);
  await expect(partsOf(z.array(row), {})).rejects.toThrow(z.ZodError);
  const two = [1, 2].map((id) => ({ id, name: null }));
  await expect(partsOf(z.array(row).max(1), two)).rejects.toThrow(z.ZodError);
  await expect(partsOf(named.strict(), { total: 0, rows: [], more: 1 })).rejects.toThrow(
    z.ZodError,
  );
});

test('other work runs between the parts of a long list', async () => {
  let turns = 0;
  let isDone = false;
  const count = () => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const list = Array.from({ length: 5_000 }, (_, id) => ({ id, name: null }));
  const parts = await partsOf(z.object({ rows: z.array(row) }), { rows: list });
  isDone = true;
  expect(parts.length).toBeGreaterThan(15);
  expect(turns).toBeGreaterThan(15);
});
