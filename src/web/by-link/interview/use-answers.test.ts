import 'fake-indexeddb/auto';

import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';

import type { LinkInterview } from '#domain/contacts/interview-by-link.ts';
import { keepAnswer } from './answers-state.ts';
import { changeKept, forgetKept } from './kept-answers.ts';
import { useAnswers } from './use-answers.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetKept();
});

test('once the person left the interview, answers that do not arrive are not sent again from there', async () => {
  const id = 'link-interview-1';
  changeKept(id, (kept) => keepAnswer(kept, 1, { answerId: 11, score: 0, textValue: null }, 100));
  const { promise: sent, reject: lose } = Promise.withResolvers<Response>();
  const calls = vi.fn<typeof fetch>(() => sent);
  vi.stubGlobal('fetch', calls);
  const interview = {
    ...{ clientId: id, surveyId: 1, title: 'Self-assessment', questions: [] },
    ...{ progress: {}, answeredAt: {}, remarks: {}, remarkedAt: {}, notes: '' },
  } as unknown as LinkInterview;
  const { unmount } = renderHook(() => useAnswers(interview, () => undefined));
  await vi.waitFor(() => expect(calls).toHaveBeenCalledTimes(1));
  vi.useFakeTimers();
  unmount();
  await act(async () => {
    lose(new TypeError('Failed to fetch'));
    await vi.advanceTimersByTimeAsync(60_000);
  });
  expect(calls).toHaveBeenCalledTimes(1);
});
