import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { useLastPage } from './use-last-page.ts';

test('whoever stands past the last page is turned to it, once', () => {
  const turn = vi.fn<(page: number) => void>();
  const { result, rerender } = renderHook(useLastPage, {
    initialProps: { held: 1, total: 51, pageSize: 25, turn },
  });
  expect(result.current).toBe(false);
  // The only row of the third page was deleted.
  rerender({ held: 0, total: 50, pageSize: 25, turn });
  rerender({ held: 0, total: 50, pageSize: 25, turn: vi.fn<(page: number) => void>(turn) });
  expect(result.current).toBe(true);
  expect(turn.mock.calls).toEqual([[2]]);
  rerender({ held: 25, total: 50, pageSize: 25, turn });
  expect(result.current).toBe(false);
});

test('where there is nothing at all, there is no page to turn to', () => {
  const turn = vi.fn<(page: number) => void>();
  renderHook(useLastPage, { initialProps: { held: 0, total: 0, pageSize: 25, turn } });
  expect(turn).not.toHaveBeenCalled();
});
