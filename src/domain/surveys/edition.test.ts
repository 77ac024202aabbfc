import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { answerTypes, questionTypes, type QuestionType } from '#domain/answers/answer-types.ts';
import { editionContent, editionQuestionSchema } from './edition.ts';
import type { Question } from './question.ts';

function question(id: number, type: QuestionType, options: number, order = id): Question {
  return {
    id,
    surveyId: 1,
    text: `Question ${id}`,
    type,
    required: false,
    order,
    weight: 1,
    kpeCategory: null,
    answers: Array.from({ length: options }, (_, index) => ({
      id: 10 * id + index,
      questionId: id,
      text: `Option ${index}`,
      score: index,
      isCorrect: false,
      order: index + 1,
    })),
    code: null,
    section: '',
  };
}

const ids = (list: readonly { id: number }[]) => list.map((one) => one.id);

describe('editionContent', () => {
  it('leaves out a choice question that has fewer than two options', () => {
    const built = [
      question(1, 'radio', 2),
      question(2, 'radio', 1),
      question(3, 'scale', 0),
      question(4, 'text', 0),
      question(5, 'checkbox', 8),
    ];
    const content = editionContent(built);
    expect(ids(content)).toEqual([1, 4, 5]);
    expect(content.map((one) => one.order)).toEqual([1, 2, 3]);
  });

  it('puts questions and options in order, whatever order they come in', () => {
    const first = question(7, 'radio', 3, 1);
    const second = question(3, 'text', 0, 2);
    const turned = { ...first, answers: first.answers.toReversed() };
    expect(editionContent([second, turned])).toEqual(editionContent([first, second]));
    expect(ids(editionContent([second, turned])[0]?.answers ?? [])).toEqual([70, 71, 72]);
  });

  it('names neither survey nor question again', () => {
    const [content] = editionContent([question(1, 'radio', 2)]);
    expect(editionQuestionSchema.strict().parse(content)).toEqual(content);
    expect(content).not.toHaveProperty('surveyId');
    expect(content?.answers[0]).not.toHaveProperty('questionId');
  });

  it('leaves code and section out where they have their default', () => {
    const [bare] = editionContent([question(1, 'text', 0)]);
    expect(bare).not.toHaveProperty('code');
    expect(bare).not.toHaveProperty('section');
    const [whole] = editionContent([
      { ...question(1, 'text', 0), code: 'FO-012', section: 'Desk' },
    ]);
    expect(whole).toMatchObject({ code: 'FO-012', section: 'Desk' });
    expect(editionQuestionSchema.parse(whole)).toEqual(whole);
  });

  it('is dense, askable, and the same when made of itself', () => {
    const survey = fc
      .array(fc.tuple(fc.constantFrom(...questionTypes), fc.nat(8), fc.nat(50)), { maxLength: 10 })
      .map((list) =>
        list.map(([type, options, order], n) => question(n + 1, type, options, order)),
      );
    fc.assert(
      fc.property(survey, (questions) => {
        const content = editionContent(questions);
        expect(content.map((one) => one.order)).toEqual(content.map((_, n) => n + 1));
        for (const one of content)
          expect(one.answers.length).toBeGreaterThanOrEqual(
            answerTypes[one.type].hasOptions ? 2 : 0,
          );
        const again = content.map((one) => ({
          ...one,
          surveyId: 1,
          code: null,
          section: '',
          answers: one.answers.map((option) => ({ ...option, questionId: one.id })),
        }));
        expect(editionContent(again)).toEqual(content);
      }),
    );
  });
});
