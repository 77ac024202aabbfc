const followed = ['touchmove', 'touchend', 'touchcancel'] as const;

/**
 * Keeps a touch drag going when the lifted card leaves the page.
 *
 * A browser sends all events of a finger to the element that it first touched. In a virtual column,
 * a lifted card is rendered again as a new element, and the old one leaves the page. From then on
 * the old element still receives the events, but they no longer reach the window, where the
 * dragging library listens. So this function passes them on from the old element to the window.
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
