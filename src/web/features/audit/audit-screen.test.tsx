import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { AuditPage } from '#domain/audit/event.ts';
import { parseSearch, stringifySearch } from '#web/lib/address.ts';
import { formatMoment } from '#web/lib/format.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { waitFor } from '#test/wait-for.ts';
import { AuditScreen } from './audit-screen.tsx';

const found: AuditPage['events'][number] = {
  id: 7,
  at: '2026-01-05T09:00:00.000Z',
  actorId: 1,
  actorName: 'Margaret Ashdown',
  action: 'hotel.created',
  objectId: 3,
  details: { hotelName: 'Harbour House' },
};

/**
 * Returns a page of a search that found nothing back to that day and continues before that event.
 */
const nothingBackTo = (day: string, next: number): AuditPage => ({
  events: [],
  next,
  searchedTo: `${day}T12:00:00.000Z`,
});

/** The `before` of each step of the search, and a function that replies to the step. */
let steps: { before: string | null; answer: (page: AuditPage | Error) => void }[];
const serve: typeof fetch = (input) => {
  const { pathname, searchParams } = new URL(String(input), 'http://bellwether.test');
  if (pathname !== '/api/audit-events') return Promise.resolve(Response.json([]));
  return new Promise((resolve, reject) => {
    const answer = (page: AuditPage | Error) =>
      page instanceof Error ? reject(page) : resolve(Response.json(page));
    steps.push({ before: searchParams.get('before'), answer });
  });
};

beforeEach(() => {
  steps = [];
  vi.stubGlobal('fetch', serve);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

function open(address = '/?search=harbour') {
  const history = createMemoryHistory({ initialEntries: [address] });
  const routeTree = createRootRoute({ component: AuditScreen });
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <RouterProvider router={router as never} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

/** Replies to the latest step, once there are this many. */
async function answer(count: number, page: AuditPage | Error) {
  await expect.poll(() => steps.length, { timeout: 5_000 }).toBe(count);
  steps.at(-1)!.answer(page);
}
const looking = (day: string) =>
  screen.findByText(
    `Nothing back to ${formatMoment(`${day}T12:00:00.000Z`)} so far. Searching further…`,
  );

test('a search that finds nothing yet says how far it is, and goes on by itself', async () => {
  open();
  await answer(1, nothingBackTo('2026-03-20', 90));
  expect(await looking('2026-03-20')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'No events match your search' })).toBeNull();
  await answer(2, nothingBackTo('2026-02-10', 40));
  expect(await looking('2026-02-10')).toBeInTheDocument();
  await answer(3, { events: [found], next: 7, searchedTo: null });
  expect(await screen.findByRole('listitem')).toHaveTextContent('Margaret Ashdown');
  expect(screen.queryByText(/Searching further/)).toBeNull();
  // Once something is found, the search stops: the person can request more.
  expect(screen.getByRole('button', { name: 'Show earlier events' })).toBeEnabled();
  expect(steps.map(({ before }) => before)).toEqual([null, '90', '40']);
});

test('a search that finds nothing to the beginning says so then', async () => {
  open();
  await answer(1, nothingBackTo('2026-03-20', 90));
  await looking('2026-03-20');
  await answer(2, { events: [], next: null, searchedTo: null });
  expect(
    await screen.findByRole('heading', { name: 'No events match your search' }),
  ).toBeInTheDocument();
  expect(screen.queryByText(/Searching further/)).toBeNull();
});

test('a search that breaks off says so, and is begun anew when asked to', async () => {
  open();
  await answer(1, nothingBackTo('2026-03-20', 90));
  await answer(2, new TypeError('Failed to fetch'));
  expect(await screen.findByRole('alert')).toHaveTextContent('The Audit Trail needs a connection');
  expect(screen.queryByText(/Searching further/)).toBeNull();
  expect(screen.queryByRole('heading', { name: 'No events match your search' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await answer(3, nothingBackTo('2026-03-20', 90));
  await answer(4, { events: [found], next: null, searchedTo: null });
  expect(await screen.findByRole('listitem')).toHaveTextContent('Margaret Ashdown');
});

test('earlier events that cannot be loaded are reported below the events that are shown', async () => {
  open();
  await answer(1, { events: [found], next: 7, searchedTo: null });
  const more = await screen.findByRole('button', { name: 'Show earlier events' });
  await userEvent.click(more);
  await answer(2, new TypeError('Failed to fetch'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('The next events could not be loaded. Try again.');
  expect(alert.compareDocumentPosition(more)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  await userEvent.click(more);
  await answer(3, { events: [{ ...found, id: 6 }], next: null, searchedTo: null });
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a range that ends before it begins says so, and asks the server nothing', async () => {
  open('/?from=2026-04-02&to=2026-04-01');
  expect(
    await screen.findByText('From is after To. Change one of the two days.'),
  ).toBeInTheDocument();
  expect(screen.getByLabelText('From')).toHaveAccessibleDescription('From is after To');
  expect(steps).toEqual([]);
});
