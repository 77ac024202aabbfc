import 'fake-indexeddb/auto';

import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { queryClient } from '#web/lib/query-client.ts';
import { choicesQuery } from '#web/offline/readings/choices-reading.ts';
import { releaseStore, takeStore } from '#web/offline/store/store.ts';
import { BrandNote } from './brand-note.tsx';

beforeEach(() => takeStore(8_902));
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  releaseStore();
});

test.each([
  ['After', { formerBrands: ['Before'] }, 1],
  [undefined, { formerBrands: ['Before'] }, 0],
  ['After', {}, 0],
])('with the brand %s chosen and %j, %i notes are shown', async (brand, changed, shown) => {
  const choices = { surveys: [], brands: ['After'], ...changed };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(choices)));
  await queryClient.fetchQuery({ ...choicesQuery, select: undefined } as never);
  render(
    <QueryClientProvider client={queryClient}>
      <BrandNote brand={brand}>By the brand of that time.</BrandNote>
    </QueryClientProvider>,
  );
  expect(screen.queryAllByText('By the brand of that time.')).toHaveLength(shown);
});
