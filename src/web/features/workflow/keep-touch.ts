const followed = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Keeps a finger's drag going when the card that it lifted leaves the page, as a lifted card of a
 * virtual column does: it is drawn anew. Browsers send a finger's events to the element that it
 * first touched and, once that has left, to nobody else; so they are passed on from there to the
 * window, where the dragging listens.
 */
export function keepTouch(touched: EventTarget): void {
  if (!(touched instanceof Element)) return;
  const passOn = (event: TouchEvent) => {
    if (!touched.isConnected) {
      const copy = new Event(event.type, { cancelable: true });
      window.dispatchEvent(Object.assign(copy, { touches: event.touches }));
      if (copy.defaultPrevented && event.cancelable) event.preventDefault();
    }
    if (event.type !== 'touchmove') end();
  };
  const end = () => {
    for (const name of followed) touched.removeEventListener(name, passOn as EventListener);
  };
  for (const name of followed)
    touched.addEventListener(name, passOn as EventListener, { passive: false });
}
