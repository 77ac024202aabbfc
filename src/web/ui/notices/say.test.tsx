import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { Say, SayPlace } from './say.tsx';

test('words change within a region that is there before them, and go with their part', () => {
  const page = (words?: string) => (
    <MantineProvider env="test">
      <SayPlace />
      {words && <Say words={words} />}
    </MantineProvider>
  );
  const { rerender } = render(page());
  const place = screen.getByRole('status');
  expect(place).toBeEmptyDOMElement();
  for (const words of ['Loading…', '3 events']) {
    rerender(page(words));
    expect(screen.getByRole('status')).toBe(place);
    expect(place).toHaveTextContent(words);
  }
  rerender(page());
  expect(place).toBeEmptyDOMElement();
});

test('two parts of the page have their words at the same time, and only new ones are read', () => {
  const page = (words: readonly string[]) => (
    <MantineProvider env="test">
      <SayPlace />
      {words.map((one) => (
        <Say key={one} words={one} />
      ))}
    </MantineProvider>
  );
  const { rerender } = render(page(['3 more questions', 'Saved']));
  const place = screen.getByRole('status');
  const lines = () => [...place.children].map(({ textContent }) => textContent);
  expect(lines()).toEqual(['3 more questions', 'Saved']);
  expect(place).toHaveAttribute('aria-atomic', 'false');
  rerender(page(['3 more questions']));
  expect(lines()).toEqual(['3 more questions']);
});
