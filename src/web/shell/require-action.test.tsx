import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { roleNames, type RoleName } from '#domain/people/roles.ts';
import { currentUser } from '#web/lib/current-user.ts';

import { RequireAction } from './require-action.tsx';
import { tabsOf } from './tabs.ts';

afterEach(() => {
  cleanup();
  currentUser.set(null);
});

function personWith(name: RoleName) {
  const role = { id: 1, name, permissions: [] };
  return { id: 7, name: 'Maya', email: 'maya@example.com', role, mustChangePassword: false };
}

function openArchiveAs(name: RoleName) {
  currentUser.set(personWith(name));
  const routeTree = createRootRoute({
    component: () => (
      <RequireAction action="archive.read">
        <h1>Archive</h1>
      </RequireAction>
    ),
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  render(
    <MantineProvider env="test">
      <RouterProvider router={router as never} />
    </MantineProvider>,
  );
}

test('an Admin sees the screen', async () => {
  openArchiveAs('Admin');
  expect(await screen.findByRole('heading', { name: 'Archive' })).toBeInTheDocument();
});

test.each(['Assessor', 'Service Consultant'] as const)(
  '%s is told that the screen is not for them',
  async (name) => {
    openArchiveAs(name);
    expect(await screen.findByRole('heading', { name: 'Access Restricted' })).toBeInTheDocument();
    expect(screen.getByText("You don't have permission to access this feature.")).toBeVisible();
    expect(screen.getByText('Contact your administrator if you need access.')).toBeVisible();
    expect(screen.queryByText('Archive')).not.toBeInTheDocument();
  },
);

test('tabs are those of the role', () => {
  const labels = roleNames.map((name) => tabsOf(personWith(name)).map(({ label }) => label));
  const daily = ['Dashboard', 'Workflow', 'Hotels', 'Results'];
  expect(labels).toEqual([[...daily, 'Surveys', 'Users', 'Archive', 'Audit'], daily, daily]);
});
