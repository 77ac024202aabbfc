import { expect, test } from 'vitest';

import { whyNoneLost } from './why-none-lost.ts';

test('says why no question lost points, and claims it only of what was scored', () => {
  expect(whyNoneLost({ total: 0 }, null)).toBe('No interview was scored.');
  expect(whyNoneLost({ total: 3 }, 100)).toBe('No answer lost any points.');
  expect(whyNoneLost({ total: 3 }, 60)).toMatch(/^No answer lost any points\. .* zero points\.$/);
  expect(whyNoneLost({ total: 0 }, 0)).toMatch(/^No scored question was answered\. /);
});
