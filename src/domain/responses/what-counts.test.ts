import { expect, test } from 'vitest';

import { believedBegin } from './what-counts.ts';

const now = Date.parse('2026-05-04T10:00:00.000Z');
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();

test.each([
  ['as the device claims it', ago(3), ago(2), ago(3)],
  ['also a year ago', ago(365), ago(0), ago(365)],
  ['not years ago: then it had begun by its completion', ago(2_000), ago(1), ago(1)],
  ['not known: then it had begun by its completion', null, ago(2), ago(2)],
])('an interview began %s', (_, startedAt, completedAt, begun) => {
  expect(believedBegin({ startedAt, completedAt, odd: false }, now)).toBe(begun);
});
