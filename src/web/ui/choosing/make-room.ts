/**
 * Keeps the bar that stays at the bottom of the window from covering the focus. The page learns the bar's height, and
 * scrolls whatever gets the focus to above the bar. A bar that appears or grows may cover the box that was just
 * pressed. Then that box is scrolled into sight. Use it as the bar's `ref`.
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
