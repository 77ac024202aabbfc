import { useEffect, useRef, type RefObject } from 'react';

import { focusOn } from './focus-on.ts';

/**
 * Returns a ref for a form. When a call ends, the form takes the focus if the button that was pressed is disabled or
 * gone. Otherwise a keyboard would go on from the top of the page. The form needs `tabIndex={-1}`.
 */
export function useFocusAfter<T extends HTMLElement>(isBusy: boolean): RefObject<T | null> {
  const form = useRef<T>(null);
  const wasBusy = useRef(false);
  useEffect(() => {
    const active = document.activeElement;
    if (wasBusy.current && !isBusy && (active === document.body || active?.matches(':disabled')))
      focusOn(form.current);
    wasBusy.current = isBusy;
  }, [isBusy]);
  return form;
}
