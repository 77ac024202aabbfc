import { Modal, type ModalProps } from '@mantine/core';
import { useDeferredValue, useEffect, useRef, useState } from 'react';

import { askToDiscard, useBackGuard } from '#web/lib/use-unsaved-guard.ts';
import { askingButton, placeOf } from './asking-button.ts';
import { useWritten } from './use-written.ts';

type Props = ModalProps & {
  /**
   * When closing by Escape, by the cross or by a click outside first asks whether to discard changes: when a
   * field holds something new, or when the function returns true. Without it the dialog never asks. With
   * `written`, Back and leaving the page ask too. Otherwise the screen does that, which knows the changes.
   */
  asksIf?: 'written' | (() => boolean);
};

/** A dialog that renders nothing before it is first opened. */
export function Dialog({ opened, onClose, asksIf, ...props }: Props) {
  const [isNeeded, setNeeded] = useState(opened);
  if (opened && !isNeeded) setNeeded(true);
  // Render the dialog closed for a moment before it opens, so that it knows where the focus was. The code of
  // some dialogs is loaded when needed. Those are already open at their first render.
  const isThere = useDeferredValue(isNeeded, false);
  // A dialog that leaves the page as it closes does not return the focus, nor does one that a menu opened.
  useEffect(() => (opened ? placeOf(askingButton()) : undefined), [opened]);
  const { isWritten, watch } = useWritten();
  const isDirty = typeof asksIf === 'function' ? asksIf : () => asksIf === 'written' && isWritten();
  const close = useAskingFirst(isDirty, onClose);
  useBackGuard(() => opened && asksIf === 'written' && isWritten());
  return isNeeded ? (
    <Modal {...watch} {...props} onClose={close} opened={opened && isThere} />
  ) : null;
}

/** Returns a function that closes the dialog, once the person agrees to lose what is not saved. */
function useAskingFirst(isDirty: () => boolean, onClose: () => void): () => void {
  const isAsking = useRef(false);
  const close = async () => {
    if (isAsking.current) return;
    if (!isDirty()) return onClose();
    isAsking.current = true;
    const isSure = await askToDiscard();
    // The Escape that closed the question may reach this dialog a moment later.
    setTimeout(() => {
      isAsking.current = false;
    });
    if (isSure) onClose();
  };
  return () => void close();
}
