import { MantineProvider, MultiSelect, Select } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';

import { theme } from './theme.ts';

const of = {
  label: 'Owner',
  data: ['Ada Lovelace', 'Otto Owner', 'Otto Other'],
  searchable: true,
};

test.each([
  { is: 'a list', list: Select, chosen: 'Otto Owner' },
  { is: 'a list of several', list: MultiSelect, chosen: ['Otto Owner'] },
])('Enter in $is takes the first match, and does not send the form', async ({ list, chosen }) => {
  const onChange = vi.fn<(value: unknown) => void>();
  const onSubmit = vi.fn<() => void>();
  const List = list as typeof Select;
  render(
    <MantineProvider theme={theme} env="test">
      <form onSubmit={onSubmit}>
        <List {...of} onChange={onChange} />
      </form>
    </MantineProvider>,
  );
  await userEvent.type(screen.getByRole('combobox', { name: 'Owner' }), 'otto{Enter}');
  expect(onChange.mock.lastCall?.[0]).toEqual(chosen);
  expect(onSubmit).not.toHaveBeenCalled();
});

test.each([
  { is: 'a list', list: Select, before: 'Otto Owner', message: 'Nobody found' },
  { is: 'a list without a message', list: Select, before: 'Otto Owner', message: undefined },
  { is: 'a list of several', list: MultiSelect, before: ['Otto Owner'], message: 'Nobody found' },
])(
  'Enter in $is does not send what was chosen before, while nothing matches',
  async ({ list, before, message }) => {
    const onSubmit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
    const List = list as typeof Select;
    render(
      <MantineProvider theme={theme} env="test">
        <form onSubmit={onSubmit}>
          <List {...of} defaultValue={before as string} nothingFoundMessage={message} />
        </form>
      </MantineProvider>,
    );
    const field = screen.getByRole('combobox', { name: 'Owner' });
    await userEvent.type(field, 'x{Enter}');
    expect(onSubmit).not.toHaveBeenCalled();
    // What was chosen holds, and Enter sends it, once the text is as before.
    await userEvent.type(field, '{Backspace}{Escape}{Enter}');
    expect(onSubmit).toHaveBeenCalledOnce();
  },
);
