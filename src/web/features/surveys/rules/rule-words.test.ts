import { describe, expect, it } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { passWords, ruleWords } from './rule-words.ts';

const question = (fields: Partial<EditionQuestion> = {}): EditionQuestion => ({
  ...{ id: 1, text: 'Is it clean?', type: 'radio', required: false, order: 1, weight: 1 },
  kpeCategory: null,
  answers: ['Yes', 'Partly', 'No'].map((text, place) => ({
    ...{ id: place, text, score: 10 - 5 * place, isCorrect: false, order: place + 1 },
  })),
  ...fields,
});

describe('what follows from an answer', () => {
  it('is not said of a plain question, unless its survey has another finding line', () => {
    expect(ruleWords(question(), undefined, [])).toEqual([]);
    expect(ruleWords(question(), { naAlert: 10, passLine: 90, findingLine: 80 }, [])).toEqual([]);
    expect(ruleWords(question(), { findingLine: 40 }, [])).toEqual(['A finding if: No.']);
    expect(ruleWords(question(), { passLine: 40 }, [])).toEqual(['A finding if: No.']);
  });

  it('is said where a question has a code, and where it is critical', () => {
    const coded = question({ code: 'FO-012', critical: true });
    expect(ruleWords(coded, undefined, []).join(' ')).toBe(
      'A finding if: Partly, No. Critical: fails the interview.',
    );
    expect(ruleWords(coded, { criticalFails: false }, [])).toContain(
      'Critical: fails no interview of this survey.',
    );
  });

  it('goes by the marks of the options', () => {
    const [yes, partly, no] = question().answers;
    const marked = question({
      answers: [{ ...yes!, finding: true }, { ...partly!, finding: false }, no!],
    });
    expect(ruleWords(marked, undefined, [])).toEqual(['A finding if: Yes, No.']);
    const none = question({
      answers: question().answers.map((one) => ({ ...one, finding: false })),
    });
    expect(ruleWords(none, undefined, [])).toEqual(['No answer is a finding.']);
  });

  it('says nothing of findings where nothing is scored', () => {
    const words = question({ type: 'text', answers: [], allowNa: true, evidence: 'always' });
    expect(ruleWords(words, undefined, [])).toEqual([
      'It can be marked not applicable.',
      'Evidence is always wanted.',
    ]);
  });
});

describe('the rules of a survey in words', () => {
  it('begin with the pass line, and say only what is not usual', () => {
    expect(passWords({})).toEqual(['Passes from 80%.']);
    const thresholds = { 'The Right Action': 70, 'The Right Fit': null };
    expect(passWords({ passLine: 85, thresholds }).join(' ')).toBe(
      'Passes from 85%. The Right Action at least 70%.',
    );
    expect(passWords({ findingLine: 60, criticalFails: false, naAlert: 30 }).slice(1)).toEqual([
      'An answer below 60% of its points is a finding.',
      'Critical questions fail no interview.',
      'Flagged when more than 30% are not applicable.',
    ]);
  });
});
