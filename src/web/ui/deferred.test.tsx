import { render, screen, waitFor } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, test } from 'vitest';

import { Deferred } from './deferred.tsx';

type Drawn = (page: string) => unknown;

/** Reports the page's text as soon as it is rendered. */
function Part({ name, onDrawn }: { name: string; onDrawn: Drawn }) {
  useLayoutEffect(() => {
    onDrawn(document.body.textContent);
  }, [onDrawn]);
  return name;
}

function partsInTurn(names: string[], onDrawn: Drawn) {
  return names.map((name) => (
    <Deferred key={name} inTurn>
      <Part {...{ name, onDrawn }} />
    </Deferred>
  ));
}

test('parts that wait for their turn come one after another', async () => {
  const drawn: string[] = [];
  const { container } = render(partsInTurn(['a', 'b', 'c'], (page) => drawn.push(page)));
  expect(container.textContent).toBe('');
  await waitFor(() => expect(drawn).toEqual(['a', 'ab', 'abc']));
});

test('a part that has gone before its turn holds up nobody', async () => {
  const onDrawn = () => {};
  const first = render(partsInTurn(['a'], onDrawn));
  const { container } = render(partsInTurn(['b'], onDrawn));
  first.unmount();
  await waitFor(() => expect(container.textContent).toBe('b'));
});

test('content comes after the first drawing, and where one is within another after that', async () => {
  const drawn: string[] = [];
  const onDrawn = (page: string) => drawn.push(page);
  render(
    <Deferred fallback="Loading…">
      <Part name="first " onDrawn={onDrawn} />
      <Deferred>
        <Part name="second" onDrawn={onDrawn} />
      </Deferred>
    </Deferred>,
  );
  await waitFor(() => expect(drawn).toEqual(['first ', 'first second']));
});

test('a value that was there is drawn at once, one that arrives is, and its changes are', async () => {
  const withValue = (value: string | undefined) => (
    <Deferred value={value}>{(arrived) => arrived ?? 'Loading…'}</Deferred>
  );
  const { rerender, unmount } = render(withValue(undefined));
  expect(screen.getByText('Loading…')).toBeVisible();
  rerender(withValue('12 hotels'));
  expect(await screen.findByText('12 hotels')).toBeVisible();
  rerender(withValue('13 hotels'));
  expect(screen.getByText('13 hotels')).toBeVisible();
  rerender(withValue(undefined));
  expect(screen.getByText('Loading…')).toBeVisible();
  unmount();
  render(withValue('14 hotels'));
  expect(screen.getByText('14 hotels')).toBeVisible();
});
