import { useEffect, type RefObject } from 'react';

/**
 * Makes a question work by keyboard, wherever the focus is: 1–9 choose an option, arrows move among
 * the options, Enter goes on. On the last question Enter only moves the focus to Complete and a
 * second Enter presses it, because completing cannot be undone. Inside a dialog these keys work
 * only if the answers are in it.
 */
export function useAnswerKeys(
  answers: RefObject<HTMLElement | null>,
  next?: RefObject<HTMLButtonElement | null>,
): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.altKey) return;
      const place = placeOf(event.target, answers.current);
      if (place === 'control') return;
      const isDigit = /^[1-9]$/.test(event.key);
      if (place === 'button' && !isDigit) return;
      if (event.key === 'Enter') return goOn(event, place, next?.current ?? null);
      if (place === 'line' || place === 'passage' || event.ctrlKey || event.metaKey) return;
      const options = [...(answers.current?.querySelectorAll('input') ?? [])];
      if (isDigit) choose(event, options[Number(event.key) - 1]);
      else move(event, options);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [answers, next]);
}

/**
 * The kind of element that has the focus. In a `line` or a `passage` the person types words. Buttons and
 * links handle Enter and arrows themselves, and the controls of another dialog handle all keys.
 */
type Place = 'line' | 'passage' | 'control' | 'button' | 'option' | 'page';

function placeOf(target: EventTarget | null, answers: HTMLElement | null): Place {
  if (!(target instanceof HTMLElement)) return 'page';
  const dialog = target.closest('[role="dialog"]');
  if (dialog && !dialog.contains(answers)) return 'control';
  if (target.closest('button, a, summary')) return 'button';
  if (target instanceof HTMLTextAreaElement) return 'passage';
  if (target instanceof HTMLInputElement)
    return target.type === 'radio' || target.type === 'checkbox' ? 'option' : 'line';
  return 'page';
}

function goOn(event: KeyboardEvent, place: Place, next: HTMLButtonElement | null): void {
  if (!next || (place === 'passage' && !event.ctrlKey && !event.metaKey)) return;
  event.preventDefault();
  // The button has just changed its meaning and ignores presses.
  if (next.ariaDisabled === 'true') return;
  if (next.dataset['complete']) next.focus();
  else next.click();
}

function choose(event: KeyboardEvent, option: HTMLInputElement | undefined): void {
  if (!option) return;
  event.preventDefault();
  option.focus();
  option.click();
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Moves the focus by arrow key. Once a radio button has the focus, the browser does that. */
function move(event: KeyboardEvent, options: HTMLInputElement[]): void {
  const step = steps[event.key];
  if (!step || options.length === 0) return;
  const at = options.findIndex((option) => option === document.activeElement);
  if (at >= 0 && options[at]?.type === 'radio') return;
  event.preventDefault();
  const chosen = at >= 0 ? at : options.findIndex((option) => option.checked);
  const start = step > 0 ? 0 : options.length - 1;
  const to = chosen < 0 ? start : (chosen + step + options.length) % options.length;
  const option = options[to];
  option?.focus();
  if (option?.type === 'radio') option.click();
}
