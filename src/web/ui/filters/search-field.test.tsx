import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { SearchField } from './search-field.tsx';

/** Renders the field with an address that changes only when the test says so. */
function renderSearch() {
  const told: string[] = [];
  const withAddress = (address: string) => (
    <MantineProvider>
      <SearchField label="Search" value={address} onChange={(text) => told.push(text)} />
      <button>Elsewhere</button>
    </MantineProvider>
  );
  const { rerender } = render(withAddress(''));
  const field = screen.getByRole('searchbox', { name: 'Search' });
  return { field, told, follow: (address: string) => rerender(withAddress(address)) };
}

test('letters stay while the address comes after them, and all are told', async () => {
  const { field, told, follow } = renderSearch();
  await userEvent.type(field, 'ash');
  follow('a');
  expect(field).toHaveValue('ash');
  expect(told).toEqual(['a', 'as', 'ash']);
});

test('an address that changes by itself changes the field', async () => {
  const { field, follow } = renderSearch();
  await userEvent.type(field, 'ash');
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  follow('birch');
  expect(field).toHaveValue('birch');
});
