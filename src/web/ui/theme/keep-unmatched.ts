import type { KeyboardEvent } from 'react';

/**
 * Keeps Enter in a list from submitting the form while nothing in the list matches what is typed. The form would
 * send what was chosen before, which the field does not show.
 */
export function keepUnmatched(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: field, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || field.value.trim() === '') return;
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '');
  if (list && !list.querySelector('[data-combobox-option]')) event.preventDefault();
}
