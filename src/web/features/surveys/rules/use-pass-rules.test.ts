import { describe, expect, it } from 'vitest';

import { readRules, rulesDraftOf } from './use-pass-rules.ts';

describe('the rules of a survey as they are typed', () => {
  it('are the stored ones where nobody typed', () => {
    const stored = { passLine: 85, thresholds: { 'The Right Fit': 70 }, criticalFails: false };
    expect(readRules(rulesDraftOf(stored))).toEqual({ rules: stored, errors: {} });
    expect(readRules(rulesDraftOf(undefined))).toEqual({ rules: {}, errors: {} });
  });

  it('leave out an emptied field, and what is the default anyway', () => {
    const draft = { ...rulesDraftOf({ passLine: 85, naAlert: 20 }), passLine: '', naAlert: 40 };
    expect(readRules(draft).rules).toEqual({});
  });

  it('are wrong at their fields', () => {
    const draft = rulesDraftOf(undefined);
    const thresholds = { ...draft.thresholds, 'The Right Fit': 101 };
    const message = 'Give a whole percentage from 1 to 100';
    expect(readRules({ ...draft, passLine: 0, thresholds })).toEqual({
      errors: { passLine: message, 'thresholds.The Right Fit': message },
    });
  });
});
