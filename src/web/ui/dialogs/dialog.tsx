import { Modal, type ModalProps } from '@mantine/core';
import { useDeferredValue, useState } from 'react';

/** A dialog that renders nothing before it is first opened. */
export function Dialog({ opened, ...props }: ModalProps) {
  const [isNeeded, setNeeded] = useState(opened);
  if (opened && !isNeeded) setNeeded(true);
  // Render the dialog closed for a moment before it opens, so that it knows where the focus was. The code of
  // some dialogs is loaded when needed. Those are already open at their first render.
  const isThere = useDeferredValue(isNeeded, false);
  return isNeeded ? <Modal {...props} opened={opened && isThere} /> : null;
}
