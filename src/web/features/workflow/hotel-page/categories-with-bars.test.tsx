import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';

import { kpeCategories } from '#domain/surveys/question.ts';
import { currentUser } from '#web/lib/current-user.ts';
import { CategoriesWithBars } from './categories-with-bars.tsx';

const scored = (percent: number | null) => ({
  ...{ percent, responses: 0, verdict: 'Not scored' as const },
  categories: kpeCategories.map((category) => ({ category, percent })),
});

function legend(others: number | null): string {
  currentUser.set({
    ...{ id: 1, name: 'Alice', email: 'alice@hotel.example', mustChangePassword: false },
    role: { id: 1, name: 'Admin', permissions: ['hotels.all'] },
  } as never);
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <CategoriesWithBars own={scored(null)} portfolio={scored(others)} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  return container.textContent;
}

test('the legend names the ring only where there is one', () => {
  expect(legend(75)).toMatch(/The line marks the pass line at 80%, the ring .+\.$/);
  expect(legend(null)).toMatch(/The line marks the pass line at 80%\.$/);
});
