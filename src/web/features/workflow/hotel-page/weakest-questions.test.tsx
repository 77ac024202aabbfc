import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { parseSearch, stringifySearch } from '#web/lib/address.ts';
import { WeakestQuestions } from './weakest-questions.tsx';

test('a question leads to the responses of all days, as its points are of all days', async () => {
  const question = {
    ...{ surveyId: 1, surveyTitle: 'Arrival', questionId: 5, text: 'Were they greeted?' },
    ...{ kpeCategory: null, answered: 4, score: 30, maximum: 40, lost: 10 },
  };
  const lostPoints = { questions: [question], total: 1, totalLost: 10 };
  const routeTree = createRootRoute({
    component: () => <WeakestQuestions hotelId={7} lostPoints={lostPoints} percent={75} />,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  const link = await screen.findByRole('link', { name: 'Were they greeted?' });
  expect(link.getAttribute('href')).toBe('/app/results?range=custom&hotel=7&question=5');
});
