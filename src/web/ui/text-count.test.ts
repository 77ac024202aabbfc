import { expect, test } from 'vitest';

import { countText } from './text-count.ts';

test('counts where room becomes scarce, and tells by how much a text is too long', () => {
  expect(countText('short', 20_000)).toEqual({});
  expect(countText('x'.repeat(19_000), 20_000)).toEqual({
    description: '19,000 of 20,000 characters',
  });
  expect(countText('x'.repeat(20_000), 20_000)).toEqual({
    description: '20,000 of 20,000 characters',
  });
  expect(countText('x'.repeat(20_512), 20_000)).toEqual({
    error: '20,512 of 20,000 characters. It is not saved: please shorten it by 512.',
  });
});
