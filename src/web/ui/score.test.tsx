import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Score } from './score.tsx';

const show = (node: React.ReactNode) =>
  render(<MantineProvider env="test">{node}</MantineProvider>);

test('a score says its verdict by a shape with a name, on the right side of the line', () => {
  show(
    <>
      <Score percent={80} />
      <Score percent={79.9} />
      <Score percent={null} />
    </>,
  );
  const verdictOf = (text: string) => screen.getByText(text).dataset['verdict'];
  expect(verdictOf('80.0%')).toBe('Pass');
  expect(verdictOf('79.9%')).toBe('Needs Review');
  expect(verdictOf('–')).toBe('Not scored');
  expect(screen.getAllByRole('img').map((shape) => shape.getAttribute('aria-label'))).toEqual([
    'Pass',
    'Needs Review',
  ]);
});

test('where the verdict stands beside it, no shape repeats it', () => {
  show(
    <Score percent={95} verdict="Needs Review" bare>
      19 of 20
    </Score>,
  );
  expect(screen.getByText('19 of 20').dataset['verdict']).toBe('Needs Review');
  expect(screen.queryByRole('img')).toBeNull();
});
