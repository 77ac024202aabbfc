import { expect, test } from 'vitest';

import { fitInto } from './shrink-picture.ts';

test.each([
  [4032, 3024, 1600, 1200],
  [3024, 4032, 1200, 1600],
  [1600, 1200, 1600, 1200],
  [640, 480, 640, 480],
  [20_000, 3, 1600, 1],
])('%i × %i becomes %i × %i', (width, height, newWidth, newHeight) => {
  expect(fitInto({ width, height }, 1600)).toEqual({ width: newWidth, height: newHeight });
});
