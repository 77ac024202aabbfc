import { describe, expect, it } from 'vitest';

import { namedStatement } from './named-statement.ts';

const statement = namedStatement<Record<string, unknown>>(
  'find',
  'select :b::integer, :a, :b where x = :a::text[]',
);

describe('a statement with named parameters', () => {
  it('numbers them in the order of their first use, and leaves casts alone', () => {
    expect(statement({ a: ['x'], b: 2 })).toEqual({
      name: 'find',
      text: 'select $1::integer, $2, $1 where x = $2::text[]',
      values: [2, ['x']],
    });
  });

  it('takes null as a value', () => {
    expect(statement({ a: null, b: 0 }).values).toEqual([0, null]);
  });

  it.each([
    [{ a: 1 }, 'Statement "find" has no value for :b'],
    [{ a: 1, b: undefined }, 'Statement "find" has no value for :b'],
    [{ a: 1, b: 2, c: 3 }, 'Statement "find" does not use every value'],
  ])('refuses %o', (values, message) => {
    expect(() => statement(values)).toThrow(message);
  });
});
