import { leavePage } from './page-left.ts';

/**
 * What happens to a page that is left and may come back.
 *
 * When somebody goes to another address, Safari and Firefox keep the page they left as it is, so that
 * Back can show it at once (the back/forward cache). Its program stops between two steps, for good
 * or until somebody comes back. What it holds at that moment it goes on holding: a transaction of
 * IndexedDB that is under way never ends, and in WebKit every later page then waits for it for ever;
 * a Web Lock keeps every other tab from its work.
 *
 * So two things happen. When the page is left, `pageLeft` aborts: whoever holds something that others
 * wait for listens to it, ends what is open, and begins no more. When the page comes back, it is
 * loaded again from its address: what it held is gone, and what it shows may be out of date or belong
 * to somebody who has signed out since.
 *
 * A page that is left and not kept (`persisted` is false) needs none of this: the browser ends
 * everything it had, and finishes the writes that it can.
 */
export function followPageLife(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted) leavePage();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    // Whoever left has agreed to lose what they had typed, and is not asked a second time.
    window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
    window.location.reload();
  });
}
