import { render, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test } from 'vitest';

import { useTurn } from './use-arrived.ts';

/** Tells what the page holds as soon as it is drawn. */
function Part({ name, onDrawn }: { name: string; onDrawn: (page: string) => void }) {
  const isTurn = useTurn();
  useLayoutEffect(() => {
    if (isTurn) onDrawn(document.body.textContent);
  }, [isTurn, onDrawn]);
  return isTurn && name;
}

test('parts that wait for their turn come one after another', async () => {
  const drawn: string[] = [];
  const onDrawn = (page: string) => drawn.push(page);
  const parts = ['a', 'b', 'c'].map((name) => <Part key={name} {...{ name, onDrawn }} />);
  const { container } = render(parts);
  expect(container.textContent).toBe('');
  await waitFor(() => expect(drawn).toEqual(['a', 'ab', 'abc']));
});

test('a part that has gone before its turn holds up nobody', async () => {
  const onDrawn = () => {};
  const first = render(<Part name="a" onDrawn={onDrawn} />);
  const { container } = render(<Part name="b" onDrawn={onDrawn} />);
  first.unmount();
  await waitFor(() => expect(container.textContent).toBe('b'));
});
