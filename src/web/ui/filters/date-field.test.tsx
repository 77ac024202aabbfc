import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

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
