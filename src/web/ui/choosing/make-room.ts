/**
 * Keeps the bar that stays at the bottom of the window from covering the focus. The page then scrolls a control with
 * the focus clear of the bar's height. A bar that appears, or grows, may lie over the box that was just pressed, so
 * that box is scrolled into sight, too. Use it as the bar's `ref`.
 */
export function makeRoom(bar: HTMLElement) {
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => {
    style.setProperty('--bw-chosen-height', `${bar.offsetHeight}px`);
    const focused = document.activeElement;
    if (focused?.matches('input') && !bar.contains(focused))
      focused.scrollIntoView({ block: 'nearest' });
  });
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--bw-chosen-height');
  };
}
