import { expect, test } from 'vitest';

import { surveyChangeSchema, surveyCloneSchema, surveyInputSchema } from './survey.ts';

test('a new survey is a draft without a description, unless told', () => {
  expect(surveyInputSchema.parse({ title: ' Lobby ', category: 'retail' })).toEqual({
    title: 'Lobby',
    description: '',
    category: 'retail',
    status: 'draft',
  });
});

test.each([
  [{ category: 'retail' }, 'title', 'Survey title is required'],
  [{ title: '  ', category: 'retail' }, 'title', 'Survey title is required'],
  [{ title: 'Lobby' }, 'category', 'Category is required'],
  [{ title: 'Lobby', category: '' }, 'category', 'Category is required'],
  [
    { title: 'Lobby', category: 'zzz' },
    'category',
    'Category must be one of hospitality, retail, healthcare, education, other',
  ],
  [
    { title: 'Lobby', category: 'other', status: 'gone' },
    'status',
    'Choose a status from the list',
  ],
])('%j is refused', (given, field, message) => {
  const issues = surveyInputSchema.safeParse(given).error?.issues;
  expect(issues).toMatchObject([{ path: [field], message }]);
});

test('a change holds what was named, and fills in nothing', () => {
  expect(surveyChangeSchema.parse({})).toEqual({});
  expect(surveyChangeSchema.parse({ description: '' })).toEqual({ description: '' });
  expect(surveyChangeSchema.safeParse({ title: ' ' }).success).toBe(false);
});

test.each([[{ title: '' }], [{ title: ' \t ' }], [{}]])('a copy needs a title: %j', (given) => {
  const issues = surveyCloneSchema.safeParse(given).error?.issues;
  expect(issues).toMatchObject([{ path: ['title'], message: 'New survey name is required' }]);
});
