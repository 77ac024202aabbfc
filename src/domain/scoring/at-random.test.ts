import { describe, expect, test } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { formerScore } from '#test/former-scorer.ts';
import { randomResponses } from '#test/random-responses.ts';
import { scoreResponse } from './score-response.ts';
import type { GivenAnswer } from './scored-answer.ts';
import { standingsOf } from './standing.ts';
import { verdictOf } from './verdict.ts';

const na = (questionId: number): GivenAnswer => ({
  ...{ questionId, answerId: null, textValue: null, notApplicable: true },
});

test('a survey without rules scores as it ever did', { timeout: 60_000 }, () => {
  const seen = new Map<string, number>();
  const different: object[] = [];
  for (const { questions, answers } of randomResponses(100_000, { rules: false })) {
    const former = formerScore(questions, answers);
    const now = scoreResponse(questions, answers);
    const same =
      former.totalScore === now.totalScore &&
      former.maxScore === now.maxScore &&
      former.verdict === verdictOf(now) &&
      JSON.stringify([former.categories, former.lost]) ===
        JSON.stringify([now.categories, now.lost]);
    if (!same) different.push({ questions, answers, former, now });
    seen.set(former.verdict, (seen.get(former.verdict) ?? 0) + 1);
  }
  expect(different).toEqual([]);
  expect([...seen.keys()].toSorted()).toEqual(['Needs Review', 'Not scored', 'Pass']);
  expect(Math.min(...seen.values())).toBeGreaterThan(1_000);
});

describe('for any survey with any rules', { timeout: 60_000 }, () => {
  const many = () => randomResponses(50_000, { seed: 2, rules: true });
  const figures = (one: ReturnType<typeof scoreResponse>) => ({ ...one, answers: undefined });

  test('a response passes if and only if there is no cause against it', () => {
    const seen = new Set<string>();
    const wrong: object[] = [];
    for (const { questions, answers, rules } of many()) {
      const { passed, causes, maxScore } = scoreResponse(questions, answers, { rules });
      for (const cause of causes) seen.add(cause);
      const expected = maxScore === 0 ? null : causes.length === 0;
      if (passed !== expected || (maxScore === 0 && causes.length > 0))
        wrong.push({ passed, causes, maxScore });
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBe(6);
  });

  test('answers to hidden questions never matter', () => {
    let hidden = 0;
    const different: object[] = [];
    for (const { questions, answers, rules } of many()) {
      const standings = standingsOf(questions, answers);
      if (!standings.includes('hidden')) continue;
      const unseen = new Set(questions.filter((_, at) => standings[at] === 'hidden').map(idOf));
      const seen = answers.filter(({ questionId }) => !unseen.has(questionId));
      const without = scoreResponse(questions, seen, { rules });
      const whole = scoreResponse(questions, answers, { rules });
      if (JSON.stringify(figures(whole)) !== JSON.stringify(figures(without)))
        different.push({ whole, without });
      hidden += answers.length - seen.length;
    }
    expect(different).toEqual([]);
    expect(hidden).toBeGreaterThan(10_000);
  });

  test('what is not applicable changes what no other question contributes', () => {
    let marked = 0;
    for (const { questions, answers, rules } of many()) {
      const place = questions.findIndex(({ id, allowNa }) => allowNa && !isParent(questions, id));
      const one = questions[place];
      if (!one || standingsOf(questions, answers)[place] === 'hidden') continue;
      const others = answers.filter(({ questionId }) => questionId !== one.id);
      const before = scoreResponse(questions, answers, { rules });
      const after = scoreResponse(questions, [...others, na(one.id)], { rules });
      const rest = ({ lost }: typeof before) => lost.filter((_, at) => at !== place);
      expect(rest(after)).toEqual(rest(before));
      const ofOthers = ({ answers: scored }: typeof before) =>
        scored.filter(({ questionId }) => questionId !== one.id);
      expect(ofOthers(after)).toEqual(ofOthers(before));
      marked += 1;
    }
    expect(marked).toBeGreaterThan(10_000);
  });
});

const idOf = ({ id }: EditionQuestion) => id;
const isParent = (questions: readonly EditionQuestion[], id: number) =>
  questions.some(({ showIf = [] }) => showIf.some(({ questionId }) => questionId === id));
