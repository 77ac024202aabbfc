import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';

import { currentStore } from '#web/offline/store.ts';

import type { LiveInterview } from './live-interview.ts';

/** Milliseconds for which a choice shows before the interview goes on. */
export const choiceShows = 300;

/**
 * Goes on to the next question after a choice (rule 61), when its person has switched that on.
 *
 * A choice counts where somebody picked it: by a click, a tap, a key from 1 to 9, or the space bar on
 * an option. Arrow keys only pass through the options, so the click that the browser reports with one
 * is no pick. Picking what is chosen already counts too: that is how a choice made by arrow keys is
 * settled.
 *
 * The choice shows for 300 ms and must be on the device's disk before the next question comes.
 * Whatever the person does meanwhile keeps them where they are.
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
  // Before any other listener: a key's own press comes before the choice that it makes.
  const first = { capture: true, signal: ended.signal };
  document.addEventListener('keydown', begin, first);
  document.addEventListener('pointerdown', begin, first);
  // After React's: by then the interview has the answer.
  document.addEventListener('click', pick, { signal: ended.signal });
  return () => {
    stop();
    ended.abort();
  };
}

/** Goes on once the choice has shown and is saved. Returns what stops that. */
function goOnSoon(live: LiveInterview): () => void {
  const from = live.state().index;
  let isStopped = false;
  const goOn = async () => {
    // Where the device could not store the answer, the screen says so and stays.
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

/** Off until its person switches it on; then kept for them on this device, also when they sign out. */
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
