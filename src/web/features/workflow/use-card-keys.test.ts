import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';

import type { ShownCard } from '#web/offline/readings/edited-board.ts';
import { useCardKeys } from './use-card-keys.ts';

test('Tab reaches the first card while others are still on their way', () => {
  const cards = [{ id: 7 }, { id: 8 }] as ShownCard[];
  const { result } = renderHook(() => useCardKeys([...cards, undefined, undefined], () => {}));
  const stops = [0, 1, 2, 3].filter((index) => result.current.of(index).isTabStop);
  expect(stops).toEqual([0]);
});
