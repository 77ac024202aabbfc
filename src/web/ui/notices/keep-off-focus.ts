/** Pixels between a toast and the focused control below it. */
const gap = 8;

/**
 * Lifts toasts above the focused control where they would cover it. Otherwise people who use the keyboard would not
 * see where they are. A control that is too tall for that, such as the whole page, is never covered as a whole.
 *
 * @param place contains the toasts
 * @returns a function that stops it
 */
export function keepOffFocus(place: HTMLElement): () => void {
  const fit = () => {
    const focused = document.activeElement;
    // A toast must not move away when somebody comes to its Close.
    if (!focused || place.contains(focused)) return;
    place.style.removeProperty('--above-focus');
    const toasts = place.getBoundingClientRect();
    const control = focused.getBoundingClientRect();
    const lift = toasts.bottom - control.top + gap;
    if (meet(toasts, control) && lift < toasts.top)
      place.style.setProperty('--above-focus', `${lift}px`);
  };
  // A toast grows while it comes in.
  const sizes = new ResizeObserver(fit);
  sizes.observe(place);
  document.addEventListener('focusin', fit);
  return () => {
    sizes.disconnect();
    document.removeEventListener('focusin', fit);
  };
}

function meet(one: DOMRect, other: DOMRect): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left;
  const isAbove = one.bottom <= other.top || other.bottom <= one.top;
  return !isBeside && !isAbove;
}
