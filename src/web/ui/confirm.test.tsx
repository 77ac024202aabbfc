import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { confirm } from './confirm.tsx';

function ask() {
  render(
    <MantineProvider env="test">
      <ModalsProvider>
        <main />
      </ModalsProvider>
    </MantineProvider>,
  );
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = confirm({
      title: 'Delete user',
      message: 'Are you sure you want to delete this user?',
      confirmLabel: 'Delete user',
      danger: true,
    });
  });
  return answer;
}

test('the safe button has the focus, and Enter on it refuses', async () => {
  const answer = ask();
  expect(await screen.findByRole('dialog', { name: 'Delete user' })).toBeInTheDocument();
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await expect.poll(() => document.activeElement).toBe(cancel);
  await userEvent.keyboard('{Enter}');
  expect(await answer).toBe(false);
});

test('confirming answers true', async () => {
  const answer = ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete user' }));
  expect(await answer).toBe(true);
});

test('escaping answers false', async () => {
  const answer = ask();
  await screen.findByText('Are you sure you want to delete this user?');
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBe(false);
});
