import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { currentUser } from '#web/lib/current-user.ts';
import { Score, ScoreBar } from './score.tsx';

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

test('an average passes by the line that the server sent, a response by its own verdict', () => {
  const role = { id: 2, name: 'Assessor' as const, permissions: [] };
  const maya = {
    id: 7,
    name: 'Maya',
    email: 'maya@hotel.example',
    role,
    mustChangePassword: false,
  };
  const shown = () => {
    const { container, unmount } = show(
      <>
        <Score percent={75} />
        <Score percent={75} verdict="Needs Review" />
        <ScoreBar percent={75} />
      </>,
    );
    const marks = [...container.querySelectorAll<HTMLElement>('[data-verdict]')];
    const line = container.querySelector('b')?.style.left;
    unmount();
    return [...marks.map((mark) => mark.dataset['verdict']), line];
  };
  try {
    currentUser.set({ ...maya, portfolioLine: 70 });
    expect(shown()).toEqual(['Pass', 'Needs Review', 'Pass', '70%']);
    // A person stored by an earlier release has no pass line.
    currentUser.set(maya);
    expect(shown()).toEqual(['Needs Review', 'Needs Review', 'Needs Review', '80%']);
  } finally {
    currentUser.set(null);
  }
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
