import { expect, test } from 'vitest';

import type { Stage } from '#domain/workflow/stages.ts';
import { isRepeatFinding, type Assessment } from './repeat-finding.ts';

const held = (
  year: number,
  stage: Stage | null,
  findings: number,
  more: object = {},
): Assessment => ({ ...{ year, stage, answered: 3, findings, findingsNow: findings }, ...more });

test.each<[string, Assessment[], boolean]>([
  ['in two years', [held(2025, 'Evaluation', 1), held(2026, 'Onsite Assessment', 2)], true],
  ['in any order', [held(2026, 'Onsite Assessment', 2), held(2025, 'Evaluation', 1)], true],
  ['in two stages', [held(2026, 'Onsite Assessment', 1), held(2026, 'Evaluation', 1)], true],
  ['once', [held(2026, 'Evaluation', 3)], false],
  ['mended between', [2024, 2025, 2026].map((year) => held(year, null, year % 2 ? 0 : 1)), false],
  [
    'with one between that did not ask',
    [held(2024, null, 1), held(2025, null, 0, { answered: 0 }), held(2026, null, 1)],
    true,
  ],
  ['before the period alone', [2024, 2025].map((y) => held(y, null, 1, { findingsNow: 0 })), false],
  ['first before the period', [held(2025, null, 1, { findingsNow: 0 }), held(2026, null, 1)], true],
])('a finding %s', (_, assessments, isRepeat) => {
  expect(isRepeatFinding(assessments)).toBe(isRepeat);
});
