/**
 * As the `ref` of what takes the place of a control that had the focus: heard as it comes, and the
 * next Tab goes on from there, not from the top of the page or out of its dialog.
 */
export function focusOn(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
