/**
 * Gives the focus back to a button that was disabled while its action was under way. Browsers take
 * the focus from a disabled button for good, which would leave keyboard users without a place.
 */
export function keepFocus(): void {
  let last: EventTarget | null = null;
  document.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver((changes) => {
    const isBack = changes.some(({ target }) => target === last);
    if (!isBack || !(last instanceof HTMLButtonElement) || last.disabled) return;
    if (document.activeElement === document.body) last.focus({ preventScroll: true });
  }).observe(document.documentElement, { subtree: true, attributeFilter: ['disabled'] });
}
