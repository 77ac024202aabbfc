import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { BeforeAppeal } from './before-appeal.tsx';

test.each([
  [79.1, '(79.1% before appeal)'],
  [null, '(not scored before appeal)'],
])('a score of %s before the appeal stands in words', (percentBeforeAppeal, words) => {
  render(<BeforeAppeal response={{ percentBeforeAppeal }} />);
  expect(screen.getByText(words)).toBeTruthy();
});

test('without an appeal nothing stands there', () => {
  const { container } = render(<BeforeAppeal response={{}} />);
  expect(container.textContent).toBe('');
});
