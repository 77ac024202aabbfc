/**
 * Focuses an element. Use it as the `ref` of an element that replaces a control that had the focus.
 * A screen reader then reads it out, and the next Tab goes on from there, not from the top of the
 * page.
 */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}

/**
 * Returns false on a touch screen, where the focus in a field that searches a list would open a keyboard over that
 * list.
 */
export function hasKeyboard(): boolean {
  return window.matchMedia('(pointer: fine)').matches;
}

/** Focuses an element that people do not reach by Tab, such as a row or a section. */
export function goTo(place: Element | null): void {
  if (!(place instanceof HTMLElement)) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  focusOn(place);
}
