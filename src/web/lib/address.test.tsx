import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { z } from 'zod';

import { parseSearch, stringifySearch, useAddress } from './address.ts';

const filter = z.object({
  q: z.string().default(''),
  page: z.coerce.number<string | number>().int().min(1).default(1),
});

function Filtered() {
  const [{ q, page }, change] = useAddress(filter);
  return (
    <>
      <output>{`${q}|${page}`}</output>
      <button type="button" onClick={() => change({ page: page + 1 })}>
        Next
      </button>
      <button type="button" onClick={() => change({ q: '' })}>
        Clear
      </button>
    </>
  );
}

function open(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const routeTree = createRootRoute({ component: Filtered });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  render(<RouterProvider router={router as never} />);
  return history;
}

test('a screen reads its address, and changes it a step at a time', async () => {
  const history = open('/?q=007&page=2');
  expect(await screen.findByRole('status')).toHaveTextContent('007|2');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('007|3')).toBeInTheDocument();
  expect(history.location.search).toBe('?q=007&page=3');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('|3')).toBeInTheDocument();
  expect(history.location.search).toBe('?page=3');
  history.back();
  expect(await screen.findByText('007|3')).toBeInTheDocument();
});

test('an address that makes no sense shows the default view', async () => {
  open('/?page=many');
  expect(await screen.findByRole('status')).toHaveTextContent('|1');
});
