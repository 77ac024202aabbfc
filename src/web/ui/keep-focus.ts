/**
 * A button is disabled while its act is under way, and the browser then takes the focus from it for
 * good. Whoever pressed it by keyboard gets it back as soon as it can be pressed again.
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
