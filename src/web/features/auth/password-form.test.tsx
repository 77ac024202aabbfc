import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { PasswordForm } from './password-form.tsx';

test.each([
  ['Current password', 'current-password'],
  ['New password', 'new-password'],
  ['New password again', 'new-password'],
])('%s is masked until one asks, and takes what is pasted', async (label, autoComplete) => {
  render(
    <MantineProvider env="test">
      <PasswordForm>{() => null}</PasswordForm>
    </MantineProvider>,
  );
  const field = screen.getByLabelText<HTMLInputElement>(label);
  expect(field.type).toBe('password');
  expect(field).toHaveAttribute('autocomplete', autoComplete);

  await userEvent.click(field);
  await userEvent.paste('harbour in the morning');
  expect(field).toHaveValue('harbour in the morning');

  // Each field has its own button, which shows only that field.
  const at = ['Current password', 'New password', 'New password again'].indexOf(label);
  const show = () => screen.getAllByRole('button', { name: 'Show password', hidden: true })[at]!;
  await userEvent.click(show());
  expect(field.type).toBe('text');
  await userEvent.click(show());
  expect(field.type).toBe('password');
});
