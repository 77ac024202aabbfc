/** Pixels between a toast and the control below it. */
const gap = 8;

/**
 * Lifts toasts above the focused control and the buttons of a dialog where they would cover them. Otherwise people who
 * use the keyboard would not see where they are, and nobody could press Save. A control that is too tall for that, such
 * as the whole page, is never covered as a whole.
 *
 * @param place contains the toasts
 * @returns a function that stops it
 */
export function keepOffControls(place: HTMLElement): () => void {
  const fit = () => {
    const focused = document.activeElement;
    // A toast must not move away when somebody comes to its Close.
    if (!focused || place.contains(focused)) return;
    place.style.removeProperty('--above-controls');
    const toasts = place.getBoundingClientRect();
    if (toasts.height === 0) return;
    const buttons = document.querySelectorAll('[data-dialog-foot] > *');
    // The title of a screen and the step of a dialog may have the focus too. They show no ring.
    const isControl = focused instanceof HTMLElement && focused.tabIndex >= 0;
    const lift = liftOver(isControl ? [focused, ...buttons] : [...buttons], toasts);
    if (lift > 0) place.style.setProperty('--above-controls', `${lift}px`);
  };
  // A toast grows while it comes in.
  const sizes = new ResizeObserver(fit);
  sizes.observe(place);
  document.addEventListener('focusin', fit);
  // A dialog grows while it opens.
  document.addEventListener('transitionend', fit);
  return () => {
    sizes.disconnect();
    document.removeEventListener('focusin', fit);
    document.removeEventListener('transitionend', fit);
  };
}

/** Returns by how many pixels to lift the toasts. A lift over one control may lead to the next one above it. */
function liftOver(controls: Element[], toasts: DOMRect): number {
  const { x, y, width, height, top, bottom } = toasts;
  return controls
    .map((control) => control.getBoundingClientRect())
    .sort((one, other) => other.top - one.top)
    .reduce((lift, control) => {
      const further = bottom - control.top + gap;
      const isInTheWay = meet(new DOMRect(x, y - lift, width, height), control);
      return isInTheWay && further < top ? further : lift;
    }, 0);
}

function meet(one: DOMRect, other: DOMRect): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left;
  const isAbove = one.bottom <= other.top || other.bottom <= one.top;
  return !isBeside && !isAbove;
}
