import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { currentUser } from '#web/lib/current-user.ts';
import { returnTo } from '#web/lib/return-to.ts';

import { SignInForm } from './sign-in-form.tsx';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
  currentUser.set(null);
});

function openForm() {
  const root = createRootRoute();
  const signIn = createRoute({ getParentRoute: () => root, path: '/', component: SignInForm });
  const anywhere = createRoute({
    getParentRoute: () => root,
    path: '/app/$',
    component: () => null,
  });
  const history = createMemoryHistory({ initialEntries: ['/'] });
  const router = createRouter({ routeTree: root.addChildren([signIn, anywhere]), history });
  render(
    <MantineProvider env="test">
      <Notifications />
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
  return history;
}

async function fillIn(email: string, password: string) {
  await userEvent.type(await screen.findByLabelText('Email'), email);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }));
}

const person = {
  ...{ id: 7, name: 'Maya', email: 'maya@example.com', mustChangePassword: false },
  role: { id: 1, name: 'Admin', permissions: [] },
};

function answers(body: unknown, status: number, type = 'application/json') {
  const headers = { 'content-type': type };
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }));
}

test('what is missing is told at its field, and nothing is sent', async () => {
  openForm();
  await fillIn('nobody', '');
  expect(screen.getByText('Please enter a valid email address')).toBeInTheDocument();
  expect(screen.getByText('Password is required')).toBeInTheDocument();
  expect(screen.getByLabelText('Email')).toBeInvalid();
  expect(fetched).not.toHaveBeenCalled();
});

test('success greets and leads to the dashboard', async () => {
  const history = openForm();
  answers(person, 200);
  await fillIn('maya@example.com', 'a-long-secret');
  expect(await screen.findByText('Login Successful')).toBeInTheDocument();
  expect(screen.getByText(/Bellwether/)).toBeInTheDocument();
  await expect.poll(() => history.location.pathname).toBe('/app/dashboard');
  expect(currentUser.get()).toEqual(person);
});

test('who was sent to sign in goes back to where they were', async () => {
  returnTo.remember('/app/hotel-management?q=Lisbon');
  const history = openForm();
  answers(person, 200);
  await fillIn('maya@example.com', 'a-long-secret');
  await expect.poll(() => history.location.href).toBe('/app/hotel-management?q=Lisbon');
});

test('a refusal is told, and nobody is signed in', async () => {
  openForm();
  const detail = 'Invalid email or password. Please try again.';
  const problem = {
    type: '/problems/sign-in-failed',
    title: 'Sign-in failed',
    status: 401,
    detail,
  };
  answers(problem, 401, 'application/problem+json');
  await fillIn('maya@example.com', 'wrong');
  const form = screen.getByRole('heading', { name: 'Sign in' }).closest('form')!;
  expect(await within(form).findByText('Login Failed')).toBeInTheDocument();
  expect(within(form).getByRole('alert')).toHaveTextContent(`Login Failed ${detail}`);
  expect(currentUser.get()).toBeNull();
  expect(screen.getByRole('button', { name: 'Sign In' })).toBeEnabled();
});

test('typing begins in the first field, and what must be filled in is said', async () => {
  openForm();
  expect(await screen.findByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toBeRequired();
  expect(screen.getByLabelText('Password')).toBeRequired();
});

test('no connection is not blamed on the password', async () => {
  openForm();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await fillIn('maya@example.com', 'a-long-secret');
  expect(await screen.findByText('Login Failed')).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Login Failed No connection');
});

test('the password is masked until one asks, can be pasted, and password managers know it', async () => {
  openForm();
  expect(await screen.findByLabelText('Email')).toHaveAttribute('autocomplete', 'username');
  const field = screen.getByLabelText<HTMLInputElement>('Password');
  expect(field).toHaveAttribute('autocomplete', 'current-password');
  await userEvent.click(field);
  await userEvent.paste('lighthouse keeper');
  expect(field).toHaveValue('lighthouse keeper');
  expect(field.type).toBe('password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password', hidden: true }));
  expect(field.type).toBe('text');
});
