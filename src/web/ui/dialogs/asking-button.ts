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
 * page.
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
      if (isLost()) goToNearest(around);
    }, focusIsBack);
  };
}
