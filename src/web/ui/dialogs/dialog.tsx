import { Modal, type ModalProps } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';

import { askingButton, placeOf } from './asking-button.ts';

/** A dialog that renders nothing before it is first opened. */
export function Dialog({ opened, ...props }: ModalProps) {
  const [isNeeded, setNeeded] = useState(opened);
  if (opened && !isNeeded) setNeeded(true);
  // Render the dialog closed for a moment before it opens, so that it knows where the focus was. The code of
  // some dialogs is loaded when needed. Those are already open at their first render.
  const isThere = useDeferredValue(isNeeded, false);
  // A dialog that leaves the page as it closes does not return the focus, nor does one that a menu opened.
  useEffect(() => (opened ? placeOf(askingButton()) : undefined), [opened]);
  return isNeeded ? <Modal {...props} opened={opened && isThere} /> : null;
}
