import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { keyWords } from '#web/ui/key-words.ts';

import { IconTooltips } from './icon-tooltips.tsx';

function draw() {
  render(
    <MantineProvider env="test">
      <button type="button" aria-label="Edit Grand Hotel" />
      <button type="button" aria-label="Find anything" aria-keyshortcuts="Control+K Meta+K" />
      <button type="button" aria-label="Save the form">
        Save
      </button>
      <IconTooltips />
    </MantineProvider>,
  );
  return userEvent.setup();
}
const shown = () => screen.queryByRole('tooltip', { hidden: true })?.textContent ?? null;

test('an icon button under the pointer shows its name, until it is pressed', async () => {
  const user = draw();
  const edit = screen.getByRole('button', { name: 'Edit Grand Hotel' });
  await user.hover(edit);
  await waitFor(() => expect(shown()).toBe('Edit Grand Hotel'));
  await user.click(edit);
  expect(shown()).toBeNull();
});

test('the focus shows it too, with its key; Escape takes it away', async () => {
  const user = draw();
  await user.tab();
  await waitFor(() => expect(shown()).toBe('Edit Grand Hotel'));
  await user.tab();
  await waitFor(() => expect(shown()).toBe('Find anythingCtrl K'));
  await user.keyboard('{Escape}');
  expect(shown()).toBeNull();
});

test('a button with words of its own shows none', async () => {
  const user = draw();
  await user.tab();
  await user.tab();
  await waitFor(() => expect(shown()).not.toBeNull());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Save the form' })).toHaveFocus();
  expect(shown()).toBeNull();
});

test('keys are named as they stand on the keyboard', () => {
  expect(keyWords('Control+K Meta+K', false)).toBe('Ctrl K');
  expect(keyWords('Control+K Meta+K', true)).toBe('⌘ K');
  expect(keyWords(null, false)).toBeNull();
});
