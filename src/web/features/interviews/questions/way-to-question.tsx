import { useState, type ReactNode } from 'react';

import { Dialog } from '#web/ui/dialogs/dialog.tsx';
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
 * Shows a dialog from which the person can go to questions. Choosing a question moves the focus to its text.
 * Closing the dialog returns the focus to where it was.
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
      // Reset this when the dialog opens, not when it closes: otherwise the dialog would still return the
      // focus.
      onEnterTransitionEnd={() => setGoing(false)}
      onExitTransitionEnd={() => isGoing && focusOn(document.getElementById('question'))}
    >
      {children(go)}
    </Dialog>
  );
}
