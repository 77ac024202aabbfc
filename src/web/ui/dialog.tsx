import { Modal, type ModalProps } from '@mantine/core';
import { useDeferredValue, useState } from 'react';

/** A dialog of which nothing is drawn before it is first opened. */
export function Dialog({ opened, ...props }: ModalProps) {
  const [isNeeded, setNeeded] = useState(opened);
  if (opened && !isNeeded) setNeeded(true);
  // It is there a moment before it opens: that is how it knows where the focus was.
  const isThere = useDeferredValue(isNeeded);
  return isNeeded ? <Modal {...props} opened={opened && isThere} /> : null;
}
