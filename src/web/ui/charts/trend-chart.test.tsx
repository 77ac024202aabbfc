import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { TrendChart } from './trend-chart.tsx';
import type { PointLink, TrendPoint } from './trend.ts';

const point = (day: number, responses: number): TrendPoint => ({
  step: 'day',
  period: `2026-03-0${day}`,
  responses,
  percent: responses > 0 ? 80 + day : null,
  ...{ isRunning: false, isWhole: true },
});

const link: PointLink = ({ period }, mark) => (
  <a key={period} href={`#${period}`} {...mark}>
    {period}
  </a>
);

const chart = (points: TrendPoint[]) => (
  <MantineProvider env="test">
    <TrendChart points={points} link={link} />
    <button type="button">After</button>
  </MantineProvider>
);

const focused = () => document.activeElement?.textContent;

test('a chart is one Tab stop, and the arrow keys move between its points', async () => {
  const keys = userEvent.setup();
  const points = [point(1, 3), point(2, 0), point(3, 4), point(4, 5)];
  const { rerender } = render(chart(points));
  await keys.tab();
  expect(focused()).toBe('2026-03-04');
  await keys.keyboard('{ArrowRight}{ArrowLeft}');
  expect(focused()).toBe('2026-03-03');
  // A day without interviews has no link.
  await keys.keyboard('{ArrowLeft}');
  expect(focused()).toBe('2026-03-01');
  await keys.tab();
  expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
  await keys.tab({ shift: true });
  expect(focused()).toBe('2026-03-01');
  await keys.keyboard('{End}{Home}{End}');
  expect(focused()).toBe('2026-03-04');

  await keys.tab();
  rerender(chart(points.slice(0, 3)));
  await keys.tab({ shift: true });
  expect(focused()).toBe('2026-03-03');
});
