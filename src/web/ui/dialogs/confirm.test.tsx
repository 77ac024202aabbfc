import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { keepFocus } from '#web/ui/keep-focus.ts';
import { confirm } from './confirm.tsx';

function Rows() {
  return (
    <MantineProvider env="test">
      <ModalsProvider>
        <ul>
          {['Ada', 'Otto', 'Uwe'].map((name) => (
            <li key={name} aria-label={name}>
              <button>Delete {name}</button>
            </li>
          ))}
        </ul>
      </ModalsProvider>
    </MantineProvider>
  );
}

function ask() {
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
  render(<Rows />);
  const answer = ask();
  expect(await screen.findByRole('dialog', { name: 'Delete user' })).toBeInTheDocument();
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await expect.poll(() => document.activeElement).toBe(cancel);
  await userEvent.keyboard('{Enter}');
  expect(await answer).toBe(false);
});

test('confirming answers true', async () => {
  render(<Rows />);
  const answer = ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete user' }));
  expect(await answer).toBe(true);
});

test('escaping answers false', async () => {
  render(<Rows />);
  const answer = ask();
  await screen.findByText('Are you sure you want to delete this user?');
  await userEvent.keyboard('{Escape}');
  expect(await answer).toBe(false);
});

test.each([
  { deleted: 'Otto', next: 'Uwe' },
  { deleted: 'Uwe', next: 'Otto' },
])('who deletes $deleted by keyboard goes on at $next', async ({ deleted, next }) => {
  render(<Rows />);
  screen.getByRole('button', { name: `Delete ${deleted}` }).focus();
  void ask();
  await userEvent.click(await screen.findByRole('button', { name: 'Delete user' }));
  await expect
    .poll(() => document.activeElement)
    .toBe(screen.getByRole('listitem', { name: next }));
});

test('who refuses goes back to where they were', async () => {
  render(<Rows />);
  const asking = screen.getByRole('button', { name: 'Delete Otto' });
  asking.focus();
  void ask();
  await screen.findByText('Are you sure you want to delete this user?');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(asking);
});

function WithMenu({ isOpen }: { isOpen: boolean }) {
  return (
    <MantineProvider env="test">
      <ModalsProvider>
        <button id="more">More for Otto</button>
        {isOpen && (
          <div role="menu" aria-labelledby="more">
            <button>Delete</button>
          </div>
        )}
      </ModalsProvider>
    </MantineProvider>
  );
}

test('who refuses after a choice of a menu goes back to the button that opened the menu', async () => {
  const { rerender } = render(<WithMenu isOpen />);
  screen.getByRole('button', { name: 'Delete' }).focus();
  void ask();
  await screen.findByText('Are you sure you want to delete this user?');
  rerender(<WithMenu isOpen={false} />);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(screen.getByText('More for Otto'));
});

test('who is asked while their button is disabled goes back to it', async () => {
  keepFocus();
  render(<Rows />);
  const asking = screen.getByRole('button', { name: 'Delete Otto' });
  asking.focus();
  // What a button does while a call is under way that says what the question must say.
  asking.setAttribute('disabled', '');
  asking.blur();
  void ask();
  await screen.findByText('Are you sure you want to delete this user?');
  asking.removeAttribute('disabled');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement).toBe(asking);
});

test('whose call fails later goes back to the button, which was disabled meanwhile', async () => {
  render(<Rows />);
  const asking = screen.getByRole('button', { name: 'Delete Otto' });
  asking.focus();
  void confirm({ title: 'Delete user', message: 'Really?', confirmLabel: 'Yes' });
  await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
  asking.setAttribute('disabled', '');
  asking.blur();
  const row = screen.getByRole('listitem', { name: 'Otto' });
  await expect.poll(() => document.activeElement).toBe(row);
  asking.removeAttribute('disabled');
  await expect.poll(() => document.activeElement).toBe(asking);
});
