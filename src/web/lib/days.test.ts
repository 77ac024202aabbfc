import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { dayHere, lastDays } from './days.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Pacific/Auckland'));
afterEach(() => void vi.unstubAllEnvs());

test('days are those of the place, and seven of them are seven', () => {
  const now = Date.parse('2026-05-19T13:00:00Z');
  expect(new Date(now).getTimezoneOffset()).toBe(-720);
  expect(dayHere(now)).toBe('2026-05-20');
  expect(dayHere(now, 12)).toBe('2026-06-01');
  expect(lastDays(7, now)).toEqual({ from: '2026-05-14', to: '2026-05-20' });
});
