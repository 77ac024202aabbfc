import { leavePage } from './page-left.ts';

/**
 * Handles pages that are left and may come back.
 *
 * When a person goes to another address, Safari and Firefox may keep the page they left, so that
 * Back can show it at once (the back/forward cache). Its code stops between two steps, for good or
 * until the person comes back. It still holds whatever it held at that moment: an IndexedDB
 * transaction under way never ends, and in WebKit every later page then waits for it for ever; a
 * Web Lock blocks every other tab.
 *
 * So this does three things:
 *
 * - When the page is left, it aborts `pageLeft`. All code that holds something others wait for
 *   listens to that signal, releases it, and begins nothing new.
 * - When the page is left, it also hides everything on it. The browser shows a page that comes back before
 *   any of its code runs, and somebody may have signed out since.
 * - When the page comes back, it reloads the page. What the page held is gone, and what it shows
 *   may be outdated or belong to a person who has signed out since.
 *
 * A page that is left and not cached (`persisted` is false) needs none of this: the browser ends
 * everything it had, and finishes the writes that it can.
 */
export function followPageLife(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return;
    leavePage();
    hide(document.body);
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Before leaving, the person agreed to lose what they had typed. Do not ask them a second time.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
    window.location.reload();
  });
}

/** Makes everything in the page invisible. The layout stays, so the browser keeps the scroll position. */
function hide(body: HTMLElement): void {
  body.style.setProperty('visibility', 'hidden', 'important');
  // Hides also what sets its own visibility.
  body.style.setProperty('opacity', '0', 'important');
}
