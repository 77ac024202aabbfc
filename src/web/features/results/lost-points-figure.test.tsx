import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { LostPoints } from '#domain/results/analytics.ts';
import { parseSearch, stringifySearch } from '#web/lib/address.ts';
import { LostPointsFigure } from './lost-points-figure.tsx';
import { lostPointsQuery } from './read-results.ts';

const question = {
  ...{ surveyId: 1, surveyTitle: 'Arrival', questionId: 5, text: 'Were they greeted?' },
  ...{ kpeCategory: null, answered: 25, score: 99, maximum: 100, lost: 1 },
};

async function shown(lostPoints: LostPoints): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(lostPointsQuery({}).queryKey, {
    value: lostPoints,
    savedAt: 0,
    isCached: false,
  });
  const routeTree = createRootRoute({ component: () => <LostPointsFigure filter={{}} /> });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  const { container } = render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('table');
  return container.textContent;
}

test('a mean beside lost points is not rounded up to the maximum', async () => {
  const figure = { questions: [question], total: 1, totalLost: 1 };
  expect(await shown(figure)).toContain('3.9 of 4');
});

test('questions that lose most points do not lose 100% of them', async () => {
  const most = { ...question, answered: 2_499, score: 0, maximum: 2_499, lost: 2_499 };
  const text = await shown({ questions: [most], total: 2, totalLost: 2_500 });
  expect(text).toContain('1 of 2 questions loses 99.9% of all points lost');
});
