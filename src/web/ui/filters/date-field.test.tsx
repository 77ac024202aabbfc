import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SyntheticEvent } from 'react';
import { afterEach, expect, test, vi } from 'vitest';

import { DateField } from './date-field.tsx';

afterEach(() => cleanup());

test('Enter does not send the former day while the text is no day, and shows what holds', () => {
  render(
    <MantineProvider env="test">
      <DateField label="Due date" value="2027-03-12" />
    </MantineProvider>,
  );
  const field = screen.getByRole('textbox', { name: 'Due date' });
  const former = (field as HTMLInputElement).value;
  field.focus();
  // True: the browser goes on to submit the form.
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
  fireEvent.change(field, { target: { value: '31 Feb 2027' } });
  expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(false);
  expect(field).toHaveFocus();
  expect(field).toHaveValue(former);
});

test('who leaves a day that does not exist is told so at the field, until they type again', () => {
  render(
    <MantineProvider env="test">
      <DateField label="Due date" value="2027-03-12" />
    </MantineProvider>,
  );
  const field = screen.getByRole('textbox', { name: 'Due date' });
  const former = (field as HTMLInputElement).value;
  field.focus();
  fireEvent.change(field, { target: { value: '31 Feb 2027' } });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.blur(field);
  expect(field).toHaveValue(former);
  const refusal = '“31 Feb 2027” is not a date. Type one like 12 Mar 2026.';
  expect(screen.getByRole('alert')).toHaveTextContent(refusal);
  expect(field).toHaveAccessibleDescription(refusal);
  fireEvent.input(field, { target: { value: '28 Feb 2027' } });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the press that leaves such a day does not send the form, the next one does, and another day ends the refusal', async () => {
  const sent = vi.fn<(event: SyntheticEvent) => void>((event) => event.preventDefault());
  const page = (value: string) => (
    <MantineProvider env="test">
      <form noValidate onSubmit={sent}>
        <DateField label="Due date" value={value} />
        <button>Save</button>
      </form>
    </MantineProvider>
  );
  const { rerender } = render(page('2027-03-12'));
  const field = screen.getByRole('textbox', { name: 'Due date' });
  const save = screen.getByRole('button', { name: 'Save' });
  field.focus();
  fireEvent.change(field, { target: { value: '31 Feb 2027' } });
  await userEvent.click(save);
  expect(sent).not.toHaveBeenCalled();
  expect(field).toHaveFocus();
  await userEvent.click(save);
  expect(sent).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('alert')).toBeVisible();
  rerender(page(''));
  expect(screen.queryByRole('alert')).toBeNull();
  // A tap that sends the form and leaves the focus in the field.
  field.focus();
  fireEvent.change(field, { target: { value: '31 Jun 2027' } });
  save.click();
  expect(sent).toHaveBeenCalledTimes(1);
  expect(await screen.findByRole('alert')).toHaveTextContent('“31 Jun 2027” is not a date');
});

test('the buttons that clear two dates say which', () => {
  render(
    <MantineProvider env="test">
      <DateField label="From" value="2027-03-12" />
      <DateField label="To" value="2027-03-13" />
    </MantineProvider>,
  );
  const [from, to] = screen.getAllByRole('button', { name: 'Clear the date' });
  expect(from).toHaveAccessibleDescription('From');
  expect(to).toHaveAccessibleDescription('To');
});
