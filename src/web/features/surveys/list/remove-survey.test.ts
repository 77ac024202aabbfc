import { expect, test } from 'vitest';

import { tellForecast } from './remove-survey.ts';

const survey = { id: 1, title: 'Arrival', questionCount: 1 };
const told = (action: 'archived' | 'deleted', interviewsInProgress: number) =>
  tellForecast(survey, { action, interviewsInProgress });

test('the question says which will happen, and what is lost', () => {
  expect(told('deleted', 0)).toBe(
    'Are you sure you want to delete “Arrival”? It has no responses. Its 1 question will be deleted. This action cannot be undone.',
  );
  expect(told('deleted', 2)).toContain(
    'Its 1 question will be deleted, and 2 interviews in progress with what was answered so far.',
  );
  expect(told('archived', 0)).not.toContain('in progress');
  expect(told('archived', 1)).toMatch(
    /will be archived instead of deleted\. .* 1 interview in progress can still be completed, /,
  );
});
