import { useState, type ReactNode } from 'react';

import { Dialog } from '#web/ui/dialog.tsx';
import { focusOn } from '#web/ui/focus-on.ts';

type Props = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  onGo: (index: number) => void;
  /** Called with a function that goes to a question, by its index. */
  children: (go: (index: number) => void) => ReactNode;
};

/**
 * Shows a dialog that leads to questions. Choosing a question moves the focus to its text. Closing the
 * dialog returns the focus to where it was.
 */
export function WayToQuestion({ title, isOpen, onClose, onGo, children }: Props) {
  const [isGoing, setGoing] = useState(false);
  const go = (index: number) => {
    setGoing(true);
    onGo(index);
  };
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={title}
      returnFocus={!isGoing}
      // It must not be reset when the dialog closes, because the dialog would then still return the
      // focus.
      onEnterTransitionEnd={() => setGoing(false)}
      onExitTransitionEnd={() => isGoing && focusOn(document.getElementById('question'))}
    >
      {children(go)}
    </Dialog>
  );
}
