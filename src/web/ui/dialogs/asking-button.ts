import { focusedOrDisabled, goToNearest, placesAround } from '#web/ui/keep-focus.ts';

/** Milliseconds. By then a closed dialog has returned the focus to where it was. */
export const focusIsBack = 100;

/**
 * Returns the button with which the person opens a dialog. A choice of a menu is gone when the dialog closes, so
 * for one this returns the button that opened the menu.
 */
export function askingButton(): Element | null {
  const active = focusedOrDisabled();
  const menu = active?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active;
}

/**
 * Returns a function that gives the focus back to the asking button, once a closed dialog could not. If the button
 * is disabled or gone, what was around it takes the focus. Otherwise a keyboard would go on from the top of the
 * page. A button that was disabled for its call gets the focus when the call has failed.
 */
export function placeOf(asking: Element | null): () => void {
  if (!(asking instanceof HTMLElement) || asking === document.body) return () => undefined;
  const around = placesAround(asking);
  return () => {
    const dialog = document.activeElement?.closest('[role=dialog]');
    // The focus may be back already, in the dialog from which this one was opened. That one stays.
    const closing = dialog?.contains(asking) ? undefined : dialog;
    setTimeout(() => {
      const isLost = () =>
        document.activeElement === document.body || closing?.contains(document.activeElement);
      if (isLost()) asking.focus({ preventScroll: true });
      if (!isLost()) return;
      goToNearest(around);
      backOnceEnabled(asking);
    }, focusIsBack);
  };
}

/** Moves the focus from where it is now to the button once that is enabled, unless the person has moved it meanwhile. */
function backOnceEnabled(asking: HTMLElement): void {
  const waitsAt = document.activeElement;
  const enabling = new MutationObserver(() => {
    if (asking.matches(':disabled')) return;
    enabling.disconnect();
    if (document.activeElement === waitsAt) asking.focus({ preventScroll: true });
  });
  enabling.observe(asking, { attributeFilter: ['disabled'] });
}
