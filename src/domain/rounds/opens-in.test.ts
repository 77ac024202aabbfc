import { expect, test } from 'vitest';

import { stages } from '#domain/workflow/stages.ts';
import { whyNotOpened } from './opens-in.ts';

const stage = 'Virtual Re-Assessment' as const;

test('a round that asks again opens in its own stage alone', () => {
  const free = stages.filter((one) => whyNotOpened({ asksAgain: true, stage }, one) === null);
  expect(free).toEqual([stage]);
  expect(whyNotOpened({ asksAgain: true, stage }, 'Evaluation')).toBe(
    'This round asks again what failed, so it opens in Virtual Re-Assessment. The hotel is in Evaluation; move it first.',
  );
});

test('any other round opens in every stage', () => {
  for (const one of stages) expect(whyNotOpened({ asksAgain: false, stage }, one)).toBeNull();
});
