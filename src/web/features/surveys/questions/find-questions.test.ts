import { describe, expect, it } from 'vitest';

import type { Question } from '#domain/surveys/question.ts';
import { findQuestions } from './find-questions.ts';

const question = (text: string, fields: Partial<Question> = {}): Question => ({
  ...{ id: 1, surveyId: 1, text, type: 'radio', required: false, order: 1, weight: 1 },
  ...{ kpeCategory: null, answers: [], code: null, section: '' },
  ...fields,
});
const option = {
  id: 1,
  questionId: 1,
  text: 'Within ten seconds',
  score: 1,
  isCorrect: true,
  order: 1,
};
const all = [
  question('Is the guest greeted by name?'),
  question('Is breakfast warm?', { kpeCategory: 'The Right Environment', type: 'scale' }),
  question('How soon?', { answers: [option] }),
];
const found = (term: string) => findQuestions(all, term).map(({ text }) => text);

describe('searching questions', () => {
  it('finds every word wherever it stands, in any case', () => {
    expect(found('NAME guest')).toEqual(['Is the guest greeted by name?']);
    expect(found('environment')).toEqual(['Is breakfast warm?']);
    expect(found('scale')).toEqual(['Is breakfast warm?']);
    expect(found('ten seconds')).toEqual(['How soon?']);
    expect(found('guest breakfast')).toEqual([]);
  });

  it('finds a standard code and a section', () => {
    const coded = [...all, question('Is the desk tidy?', { code: 'FO-012', section: 'Lobby' })];
    const texts = (term: string) => findQuestions(coded, term).map(({ text }) => text);
    expect(texts('fo-012')).toEqual(['Is the desk tidy?']);
    expect(texts('lobby desk')).toEqual(['Is the desk tidy?']);
  });

  it('shows the very list while nothing is searched for', () => {
    expect(findQuestions(all, '  ')).toBe(all);
  });
});
