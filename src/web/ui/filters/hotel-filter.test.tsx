import 'fake-indexeddb/auto';

import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { mostHotelChoices } from '#domain/results/analytics.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { releaseStore, takeStore } from '#web/offline/store/store.ts';
import { HotelFilter } from './hotel-filter.tsx';

const hotels = Array.from({ length: 30 }, (_, at) => ({
  id: at + 1,
  ...{ hotelName: 'Harbour House', hotelId: `HH-${100 + at}`, hotelCity: 'Ghent' },
}));

const serve: typeof fetch = (input) => {
  const { searchParams } = new URL(String(input), 'http://bellwether.test');
  const search = (searchParams.get('search') ?? '').toLowerCase();
  const found = hotels.filter(({ hotelName, hotelId }) =>
    `${hotelName}\n${hotelId}`.toLowerCase().includes(search),
  );
  return Promise.resolve(Response.json(found.slice(0, mostHotelChoices + 1)));
};

beforeEach(() => {
  takeStore(8_901);
  vi.stubGlobal('fetch', serve);
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
  releaseStore();
});

test('hotels of the same name are told apart, and a list that is not complete says so', async () => {
  const onChange = vi.fn<(hotel: number | undefined) => void>();
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider env="test">
        <HotelFilter value={undefined} onChange={onChange} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  const field = await screen.findByRole('combobox', { name: 'Hotel' });
  await userEvent.click(field);
  await screen.findByRole('option', { name: /HH-119 · Ghent/ });
  expect(screen.queryByRole('option', { name: /HH-120/ })).toBeNull();
  const others = /^The first 20\. Type a name, ID or city to find others\.$/;
  expect(screen.getByRole('option', { name: others })).toBeVisible();

  await userEvent.type(field, 'hh-129');
  await userEvent.click(await screen.findByRole('option', { name: /HH-129/ }));
  expect(onChange).toHaveBeenLastCalledWith(30);
});
