import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

import { currentStore } from '#web/offline/store/store.ts';

import type { LiveInterview } from '#web/features/interviews/live-interview.ts';

/** How many milliseconds a choice shows before the interview continues. */
export const choiceShows = 300;

/**
 * Goes on to the next question after a choice (rule 61), when the person has switched this on.
 *
 * What counts as a choice:
 *
 * - A click, a tap, a key from 1 to 9, or the space bar on an option.
 * - The same on an option that is already chosen. This confirms a choice made with the arrow keys.
 * - Not an arrow key. It only passes through the options, so the click event that the browser sends
 *   with it is ignored.
 *
 * The choice shows for 300 ms, and must be on the device's disk before the next question shows. Any
 * key or press in the meantime keeps the person on the question.
 */
export function useGoOnAfterChoice(
  live: LiveInterview,
  answers: RefObject<HTMLElement | null>,
  isOn: boolean,
): void {
  useEffect(() => (isOn ? watch(live, answers) : undefined), [live, answers, isOn]);
}

function watch(live: LiveInterview, answers: RefObject<HTMLElement | null>): () => void {
  const ended = new AbortController();
  let isByArrow = false;
  let stop = () => {};
  const begin = (event: Event) => {
    if (event instanceof KeyboardEvent && event.repeat) return;
    isByArrow = event instanceof KeyboardEvent && event.key.startsWith('Arrow');
    stop();
  };
  const pick = ({ target }: Event) => {
    const isOption = target instanceof HTMLInputElement && target.type === 'radio';
    if (!isOption || isByArrow || answers.current?.contains(target) !== true) return;
    stop();
    stop = goOnSoon(live);
  };
  // Listens before all others, because a key press must be seen before the choice that it makes.
  const first = { capture: true, signal: ended.signal };
  document.addEventListener('keydown', begin, first);
  document.addEventListener('pointerdown', begin, first);
  // Listens on the document, after React. The interview then already has the answer.
  document.addEventListener('click', pick, { signal: ended.signal });
  return () => {
    stop();
    ended.abort();
  };
}

/** Goes on once the choice has shown and is saved. Returns a function that cancels it. */
function goOnSoon(live: LiveInterview): () => void {
  const from = live.state().index;
  let isStopped = false;
  const goOn = async () => {
    // When the device could not store the answer, the screen says so and stays on the question.
    if ((await live.written()) === 'saved' && !isStopped) live.act({ type: 'goOn', from });
  };
  const timer = setTimeout(() => void goOn(), choiceShows);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/**
 * Off until the person switches it on. The setting is kept for that person on this device, even
 * after signing out.
 */
export function useGoesOn(): [isOn: boolean, switchTo: (isOn: boolean) => void] {
  const [key] = useState(() => `bellwether_goOnAfterChoice_${currentStore().userId}`);
  const isOn = useSyncExternalStore(subscribe, () => localStorage.getItem(key) === 'on');
  const switchTo = (is: boolean) => {
    if (is) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
    for (const tell of listeners) tell();
  };
  return [isOn, switchTo];
}
