import { expect, test } from 'vitest';

import { afterAssessment, inAssessment, known, marks } from './repeat-finding.ts';

const notAsked = 0;
const [met, metNow] = [false, true].map((isNow) => inAssessment(marks.answered, isNow));
const [before, now] = [false, true].map((isNow) =>
  inAssessment(marks.answered | marks.finding, isNow),
);

test.each([
  ['in two assessments', [now, now], true],
  ['once', [now], false],
  ['first before the period', [before, now], true],
  ['before the period alone', [before, before], false],
  ['before the period, and met in it', [before, before, metNow], false],
  ['mended between', [now, metNow, now], false],
  ['mended between, before the period', [before, met, now], false],
  ['with one between that did not ask', [before, notAsked, now], true],
  ['twice, and mended since', [now, now, metNow], true],
  ['in none', [], false],
])('a finding %s', (_, assessments, isRepeat) => {
  const found = assessments.reduce<number>((sofar, one) => afterAssessment(sofar, one ?? 0), 0);
  expect((found & known.repeat) !== 0).toBe(isRepeat);
  expect((found & known.findingNow) !== 0).toBe(assessments.includes(now));
  expect((found & known.answeredNow) !== 0).toBe(
    assessments.includes(now) || assessments.includes(metNow),
  );
});
