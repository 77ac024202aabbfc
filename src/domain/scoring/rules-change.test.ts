import { expect, test } from 'vitest';

import type { Question } from '#domain/surveys/question.ts';
import type { RulesDraft } from '#domain/surveys/rules-preview.ts';
import { fullRules, type SurveyRules } from '#domain/surveys/survey-rules.ts';
import { randomResponses, type RandomResponse } from '#test/random-responses.ts';
import { changeOf, withChange } from './rules-change.ts';
import { scoreResponse } from './score-response.ts';

/** The edition's questions as the survey has them. */
const surveyOf = ({ questions, rules }: Pick<RandomResponse, 'questions' | 'rules'>) => ({
  rules,
  questions: questions.map((question): Question => ({
    ...question,
    surveyId: 1,
    code: null,
    section: '',
    answers: question.answers.map((option) => ({ ...option, questionId: question.id })),
  })),
});
/** A draft that says everything the survey has, as a form might send it. */
const allOf = ({ questions, rules }: Pick<RandomResponse, 'questions' | 'rules'>): RulesDraft => ({
  rules,
  questions: questions.map(({ id, weight, critical = false, answers }) => ({
    ...{ id, weight, critical },
    options: answers.map((option) => ({
      id: option.id,
      score: option.score,
      finding: option.finding ?? null,
    })),
  })),
  days: 365,
});

test('a draft without a change changes no response, whatever rules its edition had', () => {
  const former: SurveyRules[] = [{}, { passLine: 95 }, { findingLine: 20, criticalFails: false }];
  for (const response of randomResponses(2_000, { seed: 44, rules: true })) {
    const change = changeOf(surveyOf(response), allOf(response));
    expect(change).toEqual({ rules: {}, thresholds: {}, questions: new Map() });
    for (const rules of [response.rules, ...former]) {
      const changed = withChange({ questions: response.questions, rules }, change);
      expect(scoreResponse(changed.questions, response.answers, changed)).toEqual(
        scoreResponse(response.questions, response.answers, { rules }),
      );
    }
  }
});

test('a change laid over the survey’s own edition scores as the changed survey would', () => {
  let changed = 0;
  const others = randomResponses(2_000, { seed: 45, rules: true });
  for (const response of randomResponses(2_000, { seed: 44, rules: true })) {
    const { rules } = others.next().value as RandomResponse;
    const questions = response.questions.map((question) => ({
      ...question,
      weight: (question.weight % 10) + 1,
      answers: question.answers.map((option, place) => ({
        ...option,
        score: (option.score + place) % 1_001,
      })),
    }));
    const change = changeOf(surveyOf(response), allOf({ questions, rules }));
    const laid = withChange(response, change);
    const score = scoreResponse(laid.questions, response.answers, laid);
    expect(score).toEqual(scoreResponse(questions, response.answers, { rules }));
    const before = scoreResponse(response.questions, response.answers, response);
    if (score.passed !== before.passed) changed += 1;
  }
  expect(changed).toBeGreaterThan(100);
});

test('a change of a question that an older edition does not have is ignored', () => {
  const [response] = randomResponses(1, { seed: 5, rules: false });
  const survey = surveyOf(response!);
  const [first] = survey.questions;
  const weight = (first!.weight % 10) + 1;
  const draft = { rules: {}, days: 365, questions: [{ id: first!.id, weight }] };
  const change = changeOf(survey, draft);
  const questions = response!.questions.filter(({ id }) => id !== first!.id);
  expect(withChange({ questions }, change)).toEqual({ questions, rules: fullRules() });
});
