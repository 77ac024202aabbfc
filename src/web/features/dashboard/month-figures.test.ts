import { expect, test } from 'vitest';

import { figuresOf } from './month-figures.ts';

const month = (name: string, more: object = {}) => ({
  ...{
    month: name,
    isWhole: true,
    isRunning: false,
    responses: 10,
    scored: 10,
    passed: 8,
    percent: 82,
  },
  ...more,
});

test('the latest whole month is compared with the one before, never a month that is cut', () => {
  const figures = figuresOf([
    month('2026-01', { percent: 80, passed: 6, responses: 12 }),
    month('2026-02'),
    month('2026-03', { isWhole: false, percent: 20, passed: 0 }),
  ]);
  expect(figures.map(({ label, value, note, change }) => [label, value, note, change])).toEqual([
    ['Average score', '82.0%', 'February', '+2.0 points on Jan'],
    ['Pass', '80.0%', 'February', '+20.0 points on Jan'],
    ['Need review', '2', 'February', '−2 on Jan'],
    ['Interviews', '10', 'February', '−2 on Jan'],
  ]);
  expect(figures[0]?.course).toEqual([80, 82]);
  expect(figures[1]?.behind).toEqual({ month: '2026-02', verdict: 'Pass' });
});

test('a single month that is not whole has no change', () => {
  const [average] = figuresOf([month('2026-03', { isWhole: false })]);
  expect(average).toMatchObject({ value: '82.0%', note: 'Part of March', change: undefined });
});

test('a reading that a device kept from before tells no passes', () => {
  const [, pass] = figuresOf([month('2026-03', { scored: 0, passed: 0 })]);
  expect(pass?.value).toBe('–');
});

test('without months there are no figures', () => {
  expect(figuresOf([])).toEqual([]);
});
