import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Survey } from '#domain/surveys/survey.ts';

const surveys = [{ id: 3, title: 'Arrival' }] as Survey[];

/** Renders the field as a first visit does, which has not loaded the list. */
beforeEach(async () => {
  vi.resetModules();
  const { SurveyField } = await import('./survey-field.tsx');
  render(
    <MantineProvider env="test">
      <SurveyField surveys={surveys} input={{ value: null, onChange: () => {} }} />
    </MantineProvider>,
  );
  expect(document.querySelector('[aria-controls]')).toBeNull();
});
afterEach(() => cleanup());

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
