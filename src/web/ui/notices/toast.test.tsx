import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { toast } from './toast.ts';

/** Reports that the screen has been rendered, as the frame does. */
let showScreen: () => void;
beforeEach(async () => {
  // Reset the modules, because a page loads the place for toasts only once.
  vi.resetModules();
  const { Toasts } = await import('./toasts.tsx');
  ({ noteScreenShown: showScreen } = await import('#web/lib/when-quiet.ts'));
  render(
    <MantineProvider env="test">
      <Toasts />
    </MantineProvider>,
  );
});
afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
});

test('only the latest toast is on the screen', async () => {
  act(() => toast.success('Survey created'));
  expect(await screen.findByText('Survey created')).toBeInTheDocument();
  act(() => {
    toast.success('Question created');
    toast.error('Failed to update question', 'The survey is archived.');
  });
  expect(await screen.findByText('The survey is archived.')).toBeInTheDocument();
  expect(screen.queryByText('Survey created')).not.toBeInTheDocument();
  expect(screen.queryByText('Question created')).not.toBeInTheDocument();
});

test('success is announced politely and once, failure at once', async () => {
  act(() => toast.success('Notes saved'));
  const said = await screen.findByText('Notes saved');
  expect(liveRegions().filter((region) => region.contains(said))).toEqual([placeOf(said)]);
  act(() => toast.error('Save failed'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Save failed');
});

/** Some screen readers read words twice that two live regions hold. */
const liveRegions = () => [
  ...document.querySelectorAll('[aria-live], [role="status"], [role="alert"]'),
];
const placeOf = (said: Element) => placesOfToasts().find((place) => place.contains(said));

test('the place of toasts is announced, and there before them once the screen is', async () => {
  showScreen();
  await waitFor(() => expect(placesOfToasts()).not.toHaveLength(0));
  const places = placesOfToasts();
  act(() => toast.success('Notes saved'));
  const said = await screen.findByText('Notes saved');
  expect(places.some((place) => place.contains(said))).toBe(true);
});

const placesOfToasts = () => [...document.querySelectorAll('[data-position][role="status"]')];

test('a toast goes by itself, after five seconds or as long as it was told', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => toast.success('Hotel updated successfully'));
  await act(() => vi.advanceTimersByTimeAsync(4_500));
  expect(screen.getByText('Hotel updated successfully')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(screen.queryByText('Hotel updated successfully')).toBeNull());

  act(() => toast.success('Sync Complete', '', { duration: 1_000 }));
  expect(screen.getByText('Sync Complete')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  await waitFor(() => expect(screen.queryByText('Sync Complete')).toBeNull());
});

test('a toast has its whole time, however soon it follows another', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  act(() => toast.success('Survey cloned'));
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  act(() => toast.success('Import Successful'));
  await act(() => vi.advanceTimersByTimeAsync(4_500));
  expect(screen.getByText('Import Successful')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await waitFor(() => expect(screen.queryByText('Import Successful')).toBeNull());
});
