import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Survey } from '#domain/surveys/survey.ts';

const surveys = [{ id: 3, title: 'Arrival' }] as Survey[];

/** Renders the field as a first visit does, which has not loaded the list. */
beforeEach(async () => {
  vi.resetModules();
  await show(surveys);
  expect(document.querySelector('[aria-controls]')).toBeNull();
});
afterEach(() => cleanup());

async function show(offered: readonly Survey[]): Promise<void> {
  const { SurveyField } = await import('./survey-field.tsx');
  render(
    <MantineProvider env="test">
      <SurveyField surveys={offered} input={{ value: null, onChange: () => {} }} />
    </MantineProvider>,
  );
}

const field = () => screen.getByRole('combobox', { name: 'Survey' });

test('a press before the list is loaded opens it when it is there', async () => {
  fireEvent.mouseDown(field());
  expect(await screen.findByRole('option', { name: 'Arrival' })).toBeInTheDocument();
});

test('a key opens the list too', async () => {
  field().focus();
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(await screen.findByRole('option', { name: 'Arrival' })).toBeInTheDocument();
});

test('who has come to the field is still there when the list is, which stays closed', async () => {
  const before = field();
  before.focus();
  await waitFor(() => expect(before).not.toBeInTheDocument());
  expect(field()).toHaveFocus();
  expect(screen.queryByRole('option')).not.toBeInTheDocument();
});

test('Enter opens the closed list, also one that can be searched, and does not submit the form', async () => {
  cleanup();
  await show(Array.from({ length: 9 }, (_, id) => ({ id, title: `Arrival ${id}` }) as Survey));
  await waitFor(() => expect(field()).not.toHaveAttribute('readonly'));
  // False: the key did nothing of its own, such as to submit the form.
  expect(fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })).toBe(false);
  expect(await screen.findByRole('option', { name: 'Arrival 8' })).toBeInTheDocument();
  // Nor while no survey matches what is typed.
  await userEvent.type(field(), 'Departure');
  await waitFor(() => expect(screen.queryByRole('option')).not.toBeInTheDocument());
  expect(fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })).toBe(false);
});
