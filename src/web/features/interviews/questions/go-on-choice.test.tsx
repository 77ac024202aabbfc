import 'fake-indexeddb/auto';
import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useRef, useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { EditionQuestion } from '#domain/surveys/edition.ts';
import type { Draft } from '#web/offline/store/records.ts';
import { closeOfflineStore, openOfflineStore } from '#web/offline/sync/sync-status.ts';
import { useAnswerKeys } from '#web/ui/answers/use-answer-keys.ts';
import { LiveInterview } from '#web/features/interviews/live-interview.ts';

import { choiceShows, useGoesOn, useGoOnAfterChoice } from './go-on-choice.ts';
import { QuestionView } from './question-view.tsx';

/** Tests with three questions, and with a disk whose writes each test completes or fails. */

const questions = [1, 2, 3].map((id): EditionQuestion => ({
  ...{ id, type: 'radio', required: true, text: `Question ${id}`, order: id, weight: 1 },
  kpeCategory: null,
  answers: [1, 2].map((order) => ({
    ...{ id: id * 10 + order, text: `Option ${order}`, score: order, isCorrect: false, order },
  })),
}));
const draft = {
  edition: { surveyId: 1, number: 1, title: 'S', createdAt: '', questions },
  ...{ index: 0, progress: {}, answeredAt: {}, notes: '', revision: 0, copy: null },
} as unknown as Draft;

let disk: () => Promise<void>;
beforeEach(() => {
  disk = () => Promise.resolve();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

function Interview({ live, isOn }: { live: LiveInterview; isOn: boolean }) {
  const state = useSyncExternalStore(live.subscribe, live.state);
  const answers = useRef<HTMLDivElement>(null);
  useAnswerKeys(answers);
  useGoOnAfterChoice(live, answers, isOn);
  return (
    <MantineProvider env="test">
      <p id="question-place">{state.index + 1}</p>
      <QuestionView
        state={state}
        kept={{ interviewId: draft.clientId, files: [], elsewhere: [], wasSent: false }}
        act={live.act}
        answersRef={answers}
      />
      <button type="button">Elsewhere</button>
    </MantineProvider>
  );
}

function open({ isOn = true } = {}) {
  const live = new LiveInterview(draft, {
    save: async (change) => {
      await disk();
      return { ...draft, ...change };
    },
    onSaved: () => {},
  });
  render(<Interview live={live} isOn={isOn} />);
  return { live, user: userEvent.setup() };
}

const option = (name: string) => screen.getByRole('radio', { name });
const aWhile = (milliseconds = choiceShows + 150) =>
  new Promise((done) => setTimeout(done, milliseconds));
const arrive = (words: string) => screen.findByRole('heading', { name: words });

test('shows the choice for a moment, then goes on to the next question', async () => {
  const { live, user } = open();
  await user.click(option('Option 2'));
  await aWhile(choiceShows - 100);
  expect(option('Option 2')).toBeChecked();
  expect(live.state().index).toBe(0);
  await arrive('Question 2');
  expect(live.state().progress).toMatchObject({ 1: { answerId: 12 } });
});

test('stays where it is switched off', async () => {
  const { live, user } = open({ isOn: false });
  await user.click(option('Option 1'));
  await aWhile();
  expect(live.state().index).toBe(0);
});

test('a key picks; arrow keys only pass through, and the space bar settles what they chose', async () => {
  const { live, user } = open();
  await user.keyboard('{ArrowDown}');
  expect(option('Option 1')).toBeChecked();
  await user.keyboard('{ArrowDown}');
  expect(option('Option 2')).toBeChecked();
  await aWhile();
  expect(live.state().index).toBe(0);
  await user.keyboard(' ');
  await arrive('Question 2');
  await aWhile(450);
  await user.keyboard('1');
  await arrive('Question 3');
  expect(live.state().progress).toMatchObject({ 1: { answerId: 12 }, 2: { answerId: 21 } });
});

test('whatever is done meanwhile keeps the question, but for another pick', async () => {
  const { live, user } = open();
  await user.click(option('Option 1'));
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await aWhile();
  expect(live.state().index).toBe(0);
  await user.click(option('Option 1'));
  await user.click(option('Option 2'));
  await arrive('Question 2');
  await aWhile();
  expect(live.state()).toMatchObject({ index: 1, goneOn: 1, progress: { 1: { answerId: 12 } } });
});

test('waits until the answer is on the disk', async () => {
  const written = Promise.withResolvers<void>();
  disk = () => written.promise;
  const { live, user } = open();
  await user.click(option('Option 1'));
  await aWhile();
  expect(live.state()).toMatchObject({ index: 0, saved: 'saving' });
  written.resolve();
  await arrive('Question 2');
});

test('stays where the answer could not be stored', async () => {
  disk = () => Promise.reject(new Error('The disk is full'));
  const { live, user } = open();
  await user.click(option('Option 1'));
  await waitFor(() => expect(live.state().saved).toBe('failed'));
  await aWhile();
  expect(live.state().index).toBe(0);
});

test('Previous takes it back, and the question is gone on from again after the next pick', async () => {
  const { live, user } = open();
  await user.click(option('Option 1'));
  await arrive('Question 2');
  live.act({ type: 'previous' });
  await arrive('Question 1');
  await aWhile(450);
  expect(live.state().index).toBe(0);
  await user.click(option('Option 1'));
  await arrive('Question 2');
});

test('never goes on from the last question', async () => {
  const { live, user } = open();
  live.act({ type: 'go', index: 2 });
  await arrive('Question 3');
  await user.click(option('Option 1'));
  await aWhile();
  expect(live.state()).toMatchObject({ index: 2, goneOn: 0 });
});

function Switched() {
  const [isOn, switchTo] = useGoesOn();
  return (
    <button type="button" aria-pressed={isOn} onClick={() => switchTo(!isOn)}>
      Go on
    </button>
  );
}

afterEach(() => {
  localStorage.clear();
  closeOfflineStore();
});

test('is off until its person switches it on, and is then kept for them alone', async () => {
  const user = userEvent.setup();
  const openFor = async (id: number) => {
    await openOfflineStore({ id, name: 'Asa Assessor' });
    const { unmount } = render(<Switched />);
    return { button: screen.getByRole('button', { name: 'Go on' }), unmount };
  };
  const first = await openFor(7_001);
  expect(first.button).toHaveAttribute('aria-pressed', 'false');
  await user.click(first.button);
  expect(first.button).toHaveAttribute('aria-pressed', 'true');
  first.unmount();
  const other = await openFor(7_002);
  expect(other.button).toHaveAttribute('aria-pressed', 'false');
  other.unmount();
  const again = await openFor(7_001);
  expect(again.button).toHaveAttribute('aria-pressed', 'true');
});
