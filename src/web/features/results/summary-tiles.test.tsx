import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ResultsSummary } from '#domain/results/results.ts';
import { parseSearch, stringifySearch } from '#web/lib/address.ts';
import { SummaryTiles } from './summary-tiles.tsx';

const summary: ResultsSummary = {
  ...{ responses: 12, passed: 7, needsReview: 5, notScored: 0 },
  ...{
    averageScore: 4.1,
    percent: 81.7,
    completionRate: 92.3,
    medianDuration: 512,
    categories: [],
    trend: [],
  },
};

const before = { summary: undefined, isCut: false };

/** Returns the label and address of each tile that is a link. */
async function leads(given: Partial<ResultsSummary>) {
  const history = createMemoryHistory({ initialEntries: ['/?hotel=7&page=3'] });
  const routeTree = createRootRoute({
    component: () => <SummaryTiles summary={{ ...summary, ...given }} before={before} />,
  });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  await screen.findAllByRole('article');
  return screen
    .queryAllByRole('link')
    .map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
}

test('each figure leads to its responses, in the order that tells the most about it', async () => {
  expect(await leads({})).toEqual([
    ['12: responses, the latest first', '/?hotel=7&sort=completedAt&direction=desc'],
    ['4.1/5: responses, the lowest score first', '/?hotel=7&sort=percent&direction=asc'],
    [
      '92.3%: responses of completed interviews, the latest first',
      '/?hotel=7&sort=completedAt&direction=desc',
    ],
    ['8m 32s: responses, the longest interview first', '/?hotel=7&sort=duration&direction=desc'],
  ]);
});

test('the average leads only to responses that have a score', async () => {
  const [, average] = await leads({ notScored: 2 });
  expect(average?.[1]).toBe('/?hotel=7&sort=percent&direction=asc&least=0');
});

test('a figure that could not be computed leads nowhere', async () => {
  expect(await leads({ averageScore: null, medianDuration: null })).toHaveLength(2);
});

test('without responses no figure leads anywhere', async () => {
  expect(await leads({ responses: 0, averageScore: null, completionRate: 0 })).toEqual([]);
  expect(screen.queryByText('/5')).toBeNull();
});
