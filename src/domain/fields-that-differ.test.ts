import { expect, test } from 'vitest';

import { fieldsThatDiffer } from './fields-that-differ.ts';

test.each([
  ['the same', { title: 'Lobby', tags: [1, 2] }, { title: 'Lobby', tags: [1, 2] }, {}],
  ['a text', { title: 'Lobby', tags: [1] }, { title: '', tags: [1] }, { title: '' }],
  ['a list in another order', { tags: [1, 2] }, { tags: [2, 1] }, { tags: [2, 1] }],
  ['nothing in place of something', { tags: [1] }, { tags: null }, { tags: null }],
  ['a field that is left out', { title: 'Lobby', tags: [1] }, { title: undefined }, {}],
  ['a field that was missing', {}, { title: 'Lobby' }, { title: 'Lobby' }],
])('%s', (_, before, after, differing) => {
  expect(fieldsThatDiffer(before, after)).toEqual(differing);
});
