import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { comparisonSchema, type Comparison as Compared } from '#domain/rounds/reassessment.ts';
import { cachedQuery } from '#web/offline/readings/cached-query.ts';
import { Comparison } from './comparison.tsx';

const compared: Compared = {
  was: 99,
  again: { asked: 1, passed: 1, notApplicable: 0, open: 0 },
  carried: 100,
  before: { id: 1, stage: 'Onsite Assessment' },
  questions: [
    {
      ...{ key: 'FO-1', name: 'FO-1', text: 'Were they greeted?', repeat: false },
      ...{ was: { score: 3.96, maximum: 4, answer: 'Yes' }, outcome: 'passed' },
      ...{ again: { score: 4, maximum: 4, answer: 'Yes' }, change: 0.04 },
    },
  ],
} as Compared;

test('points that were lost, and a change of them, are not rounded away', async () => {
  const client = new QueryClient();
  const { queryKey } = cachedQuery({ path: '/api/rounds/7/comparison', schema: comparisonSchema });
  client.setQueryData(queryKey, { value: compared, savedAt: 0, isCached: false });
  render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Comparison roundId={7} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const row = await screen.findByRole('row', { name: /Were they greeted/ });
  expect(row).toHaveTextContent('3.9 of 4');
  expect(row).toHaveTextContent('4 of 4');
  expect(row).toHaveTextContent(/\+0\.1$/);
});
