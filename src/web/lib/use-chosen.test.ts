import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import { useChosen } from './use-chosen.ts';

test('rows that are chosen after a wait join those that were chosen meanwhile', () => {
  const { result } = renderHook(() => useChosen({ brand: 'A' }));
  const { onChoose: later } = result.current;
  act(() => result.current.onChoose([1], true));
  act(() => later([2, 3], true));
  expect([...result.current.chosen]).toEqual([1, 2, 3]);
});

test('another filter ends the choice, and rows that were found by the former one do not end the new one', () => {
  const { result, rerender } = renderHook(useChosen, { initialProps: { brand: 'A' } });
  const { onChoose: later } = result.current;
  act(() => result.current.onChoose([1], true));
  rerender({ brand: 'B' });
  expect([...result.current.chosen]).toEqual([]);
  act(() => result.current.onChoose([4], true));
  act(() => later([2, 3], true));
  expect([...result.current.chosen]).toEqual([4]);
  rerender({ brand: 'A' });
  expect([...result.current.chosen]).toEqual([]);
});
