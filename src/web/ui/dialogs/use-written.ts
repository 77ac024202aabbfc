import { useRef, type FocusEvent, type FormEvent } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;
type Seen = { target: EventTarget; currentTarget: Element };

/**
 * Returns whether fields hold something new, and the handlers for the element around them. A field counts as long
 * as it is on the page and differs from what it held when the person came to it. So a form that is saved, and is
 * emptied or gone, has nothing new.
 */
export function useWritten() {
  const before = useRef(new Map<Field, string>());
  const remember = ({ target, currentTarget }: Seen, valueOf: (field: Field) => string) => {
    if (!isField(target) || before.current.has(target)) return;
    // React also passes on what happens in a dialog that was opened from here. That dialog asks by itself.
    if (currentTarget.contains(target)) before.current.set(target, valueOf(target));
  };
  return {
    isWritten: () =>
      [...before.current].some(([field, value]) => field.isConnected && held(field) !== value),
    watch: {
      onFocusCapture: (event: FocusEvent) => remember(event, held),
      // Safari does not focus a box or a choice that is clicked.
      onChangeCapture: (event: FormEvent) => remember(event, heldBefore),
    },
  };
}

/** A search loses nothing, nor does a choice that stands outside of forms: it only orders what is shown. */
function isField(target: EventTarget): target is Field {
  if (target instanceof HTMLTextAreaElement) return true;
  if (!(target instanceof HTMLInputElement) || target.type === 'search') return false;
  return target.type !== 'file' && (!isBox(target) || target.form !== null);
}

const isBox = ({ type }: Field) => type === 'checkbox' || type === 'radio';
const held = (field: Field) =>
  isBox(field) ? String((field as HTMLInputElement).checked) : field.value.trim();
/** Returns what a field held before the change that is just happening. */
const heldBefore = (field: Field) =>
  isBox(field) ? String(!(field as HTMLInputElement).checked) : held(field);
