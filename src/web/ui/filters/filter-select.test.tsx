import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';

import { FilterSelect } from './filter-select.tsx';

const data = [
  { value: '1', label: 'Harbour House' },
  { value: '2', label: 'Pier House' },
];
const filter = (value: string | null, onChange?: (value: string | null) => void) => (
  <MantineProvider>
    <FilterSelect
      label="Hotel"
      placeholder="All hotels"
      data={data}
      value={value}
      onChange={onChange}
    />
  </MantineProvider>
);

test.each([
  ['2', 'value="Pier House"'],
  [null, 'placeholder="All hotels"'],
])('of %s its field alone is drawn first', (value, shown) => {
  const markup = renderToStaticMarkup(filter(value));
  expect(markup).toContain(shown);
  expect(markup).not.toContain('role="combobox"');
});

test('it lists its options once somebody comes to it', async () => {
  const onChange = vi.fn<(value: string | null) => void>();
  render(filter('2', onChange));
  const field = await screen.findByRole('combobox', { name: 'Hotel' });
  expect(field).toHaveProperty('value', 'Pier House');
  expect(screen.queryByRole('option', { hidden: true })).toBeNull();
  fireEvent.focus(field);
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole('option', { name: 'Harbour House' }));
  expect(onChange.mock.lastCall?.[0]).toBe('1');
});
