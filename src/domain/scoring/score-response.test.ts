import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { assumedMaximum, categorySums } from './category-sums.ts';
import { findUnknownAnswers, questionMaximum, scoreResponse } from './score-response.ts';
import type { GivenAnswer } from './scored-answer.ts';
import { percentOf } from './verdict.ts';

/**
 * Returns a question whose options give these points. The ids of its options start at 10 × its own.
 */
function question(
  id: number,
  given: Partial<EditionQuestion> & { points?: number[] } = {},
): EditionQuestion {
  const { points = [0, 5, 10], ...fields } = given;
  return {
    id,
    text: `Question ${id}`,
    type: 'radio',
    required: true,
    order: id,
    weight: 1,
    kpeCategory: 'The Right Fit',
    answers: points.map((score, index) => ({
      id: 10 * id + index,
      text: `${score} points`,
      score,
      isCorrect: false,
      order: index + 1,
    })),
    ...fields,
  };
}

const chose = (questionId: number, option: number): GivenAnswer => ({
  questionId,
  answerId: 10 * questionId + option,
  textValue: null,
});
const wrote = (questionId: number, textValue: string): GivenAnswer => ({
  questionId,
  answerId: null,
  textValue,
});

const textQuestion = (id: number, given: Partial<EditionQuestion> = {}) =>
  question(id, { type: 'textarea', points: [], ...given });

describe('questionMaximum', () => {
  it.each([
    ['radio', [0, 5, 10], 10],
    ['scale', [3, 1], 3],
    ['checkbox', [0, 0], 0],
    ['multiple_choice', [1_000, 2], 1_000],
    ['text', [], null],
    ['textarea', [], null],
    // Text is not scored, even if the question has options.
    ['text', [5], null],
  ] as const)('of a %s question with points %j is %s', (type, points, maximum) => {
    expect(questionMaximum(question(1, { type, points: [...points] }))).toBe(maximum);
  });
});

describe('scoreResponse', () => {
  const questions = [
    question(1, { weight: 3 }),
    question(2, { points: [2, 4] }),
    question(3, { kpeCategory: 'The Right Action', points: [1, 7] }),
    question(4, { kpeCategory: null, points: [0, 20] }),
    textQuestion(5),
  ];

  it('adds what was chosen, of the maximum of all questions', () => {
    const given = [chose(1, 1), chose(2, 1), chose(3, 0), chose(4, 1), wrote(5, 'Fine')];
    const score = scoreResponse(questions, given);
    expect(score).toMatchObject({ totalScore: 5 + 4 + 1 + 20, maxScore: 10 + 4 + 7 + 20 });
    expect(score.categories).toEqual({
      'The Right Fit': { score: 3 * 5 + 4, maximum: 3 * 10 + 4 },
      'The Right Action': { score: 1, maximum: 7 },
      'The Right Environment': { score: 0, maximum: 0 },
    });
    expect(score.answers).toEqual([
      { ...chose(1, 1), score: 5, maximum: 10 },
      { ...chose(2, 1), score: 4, maximum: 4 },
      { ...chose(3, 0), score: 1, maximum: 7 },
      { ...chose(4, 1), score: 20, maximum: 20 },
      { ...wrote(5, 'Fine'), score: 0, maximum: null },
    ]);
  });

  it('counts an unanswered question in the maximum, but in no category', () => {
    const score = scoreResponse(questions, [chose(1, 2)]);
    expect(score).toMatchObject({ totalScore: 10, maxScore: 41 });
    expect(score.categories['The Right Action']).toEqual({ score: 0, maximum: 0 });
    expect(score.categories['The Right Fit']).toEqual({ score: 30, maximum: 30 });
  });

  it('scores nothing where there is nothing to score', () => {
    const score = scoreResponse([textQuestion(1), textQuestion(2)], [wrote(1, 'Words')]);
    expect(score).toMatchObject({ totalScore: 0, maxScore: 0 });
    expect(percentOf(score)).toBeNull();
    expect(scoreResponse([], [])).toMatchObject({ totalScore: 0, maxScore: 0, answers: [] });
  });

  it('gives no points for a strange question, a strange option, or none', () => {
    const given = [chose(9, 0), chose(1, 7), { questionId: 2, answerId: null, textValue: null }];
    const score = scoreResponse(questions, given);
    expect(score.totalScore).toBe(0);
    expect(score.answers.map((answer) => answer.questionId)).toEqual([1, 2]);
    expect(score.categories['The Right Fit']).toEqual({ score: 0, maximum: 0 });
  });
});

/** Generates an edition of any questions, with answers to some of them in any order. */
const held = fc
  .array(
    fc.record({
      type: fc.constantFrom(...questionTypes),
      weight: fc.integer({ min: 1, max: 10 }),
      kpeCategory: fc.constantFrom(...kpeCategories, null),
      points: fc.array(fc.integer({ min: 0, max: 1_000 }), { minLength: 2, maxLength: 8 }),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map((given, index) =>
      question(index + 1, answerTypes[given.type].hasOptions ? given : { ...given, points: [] }),
    ),
  )
  .chain((questions) =>
    fc.record({
      questions: fc.constant(questions),
      given: fc
        .shuffledSubarray(questions)
        .chain((answered) =>
          fc.tuple(...answered.map((one) => fc.nat(7).map((pick) => answerTo(one, pick)))),
        ),
    }),
  );

function answerTo({ id, answers }: EditionQuestion, pick: number): GivenAnswer {
  return answers.length > 0 ? chose(id, pick % answers.length) : wrote(id, `Words ${pick}`);
}

describe('for any survey and any answers', () => {
  it('the order of answers does not matter', () => {
    fc.assert(
      fc.property(held, ({ questions, given }) => {
        const { answers, ...figures } = scoreResponse(questions, given);
        const turned = scoreResponse(questions, given.toReversed());
        expect(turned).toEqual({ ...figures, answers: answers.toReversed() });
      }),
    );
  });

  it('no score exceeds its maximum', () => {
    fc.assert(
      fc.property(held, ({ questions, given }) => {
        const score = scoreResponse(questions, given);
        expect(score.totalScore).toBeLessThanOrEqual(score.maxScore);
        for (const category of kpeCategories)
          expect(score.categories[category].score).toBeLessThanOrEqual(
            score.categories[category].maximum,
          );
      }),
    );
  });

  it('weights count only against each other', () => {
    fc.assert(
      fc.property(held, fc.integer({ min: 2, max: 50 }), ({ questions, given }, k) => {
        const heavier = questions.map((one) => ({ ...one, weight: k * one.weight }));
        const percents = (edition: EditionQuestion[]) => {
          const { categories, totalScore, maxScore } = scoreResponse(edition, given);
          const ofCategory = kpeCategories.map((category) => {
            const { score, maximum } = categories[category];
            return percentOf({ totalScore: score, maxScore: maximum });
          });
          return { ofCategory, totalScore, maxScore };
        };
        expect(percents(heavier)).toEqual(percents(questions));
      }),
    );
  });

  it('what is not scored changes no figure', () => {
    fc.assert(
      fc.property(held, ({ questions, given }) => {
        const scored = questions.filter((one) => answerTypes[one.type].isScored);
        const ids = new Set(scored.map((one) => one.id));
        const { answers: _, findings: placed, lost, ...all } = scoreResponse(questions, given);
        const {
          answers: __,
          findings,
          ...figures
        } = scoreResponse(
          scored,
          given.filter((answer) => ids.has(answer.questionId)),
        );
        const lostAtScored = lost.filter(
          (_points, place) => answerTypes[questions[place]!.type].isScored,
        );
        expect(figures).toEqual({ ...all, lost: lostAtScored });
        expect(findings.length).toBe(placed.length);
      }),
    );
  });

  it('lost points are what each answered question has to its maximum, in its place', () => {
    fc.assert(
      fc.property(held, ({ questions, given }) => {
        const { answers, lost } = scoreResponse(questions, given);
        expect(lost).toEqual(
          questions.map(({ id }) => {
            const own = answers.find(({ questionId }) => questionId === id);
            const isScored = own && own.answerId !== null && own.maximum !== null;
            return isScored ? own.maximum - own.score : null;
          }),
        );
      }),
    );
  });

  it('the categories make up the total, where every weight is 1', () => {
    fc.assert(
      fc.property(held, ({ questions, given }) => {
        const even = questions.map((one) => ({
          ...one,
          weight: 1,
          kpeCategory: one.kpeCategory ?? ('The Right Fit' as const),
        }));
        const { categories, totalScore } = scoreResponse(even, given);
        const sum = kpeCategories.reduce((total, one) => total + categories[one].score, 0);
        expect(sum).toBe(totalScore);
      }),
    );
  });

  it('finds no stranger in them', () => {
    fc.assert(
      fc.property(held, ({ questions, given }) => {
        expect(findUnknownAnswers(questions, given)).toEqual([]);
      }),
    );
  });
});

describe('categorySums', () => {
  const one = { score: 40, weight: 2, kpeCategory: 'The Right Fit' } as const;

  it('counts 100 for a maximum that cannot be known', () => {
    expect(assumedMaximum).toBe(100);
    const sums = categorySums([
      { ...one, maximum: undefined },
      { ...one, maximum: 50 },
    ]);
    expect(sums['The Right Fit']).toEqual({ score: 160, maximum: 2 * 100 + 2 * 50 });
  });

  it('leaves out what is not scored, but not what is scored at nought', () => {
    const sums = categorySums([
      { ...one, score: 0, maximum: null },
      { ...one, score: 0, maximum: 0 },
      { ...one, kpeCategory: null, maximum: 50 },
    ]);
    expect(sums['The Right Fit']).toEqual({ score: 0, maximum: 0 });
  });
});

describe('findUnknownAnswers', () => {
  const questions = [question(1), question(2), textQuestion(3)];

  it.each([
    [
      'a question that is not there',
      [chose(7, 0)],
      0,
      'questionId',
      'This survey has no such question',
    ],
    [
      'a question answered twice',
      [chose(1, 0), chose(1, 1)],
      1,
      'questionId',
      'This question is answered twice',
    ],
    [
      'an option that is not there',
      [chose(1, 0), chose(2, 9)],
      1,
      'answerId',
      'This question has no such answer option',
    ],
    [
      'an option of another question',
      [{ ...chose(1, 0), questionId: 2 }],
      0,
      'answerId',
      'This question has no such answer option',
    ],
    [
      'an option for a text question',
      [chose(3, 0)],
      0,
      'answerId',
      'This question has no such answer option',
    ],
  ])('tells %s', (_, given, index, field, message) => {
    expect(findUnknownAnswers(questions, given)).toEqual([{ index, field, message }]);
  });

  it('tells each of many', () => {
    const found = findUnknownAnswers(questions, [
      chose(7, 0),
      chose(1, 0),
      chose(2, 8),
      chose(1, 0),
    ]);
    expect(found.map(({ index }) => index)).toEqual([0, 2, 3]);
  });
});
