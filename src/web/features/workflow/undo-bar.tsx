import { Button, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import classes from './undo-bar.module.css';
import type { useMoves } from './use-moves.ts';

type Props = {
  moves: Pick<ReturnType<typeof useMoves>, 'undoable' | 'undone' | 'undo' | 'forget'>;
};

/**
 * Milliseconds for which a drop can be undone. Keyboard users get longer, because they need more
 * steps to reach the button.
 */
const patience = { pointer: 5_000, keyboard: 20_000 };

/**
 * Shows what a drop did, with a button to undo it. The countdown pauses while the bar is hovered or
 * focused.
 */
export function UndoBar({ moves: { undoable, undone, undo, forget } }: Props) {
  const [held, setHeld] = useState(false);
  useHotkeys([['mod+Z', () => undoable && undo()]]);
  useEffect(() => {
    if (!undoable || held) return undefined;
    const timer = setTimeout(forget, patience[undoable.byKeyboard ? 'keyboard' : 'pointer']);
    return () => clearTimeout(timer);
  }, [undoable, held, forget]);
  return (
    <div role="status" className={classes.place}>
      {undoable && (
        <div
          className={classes.bar}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <span className={classes.words}>
            <strong>{undoable.hotel.hotelName}</strong> moved to {undoable.to}
          </span>
          <Button
            variant="subtle"
            className={classes.undo ?? ''}
            size="compact-md"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            aria-keyshortcuts="Control+Z"
            onClick={() => {
              setHeld(false);
              undo();
            }}
          >
            Undo
          </Button>
        </div>
      )}
      {undone && (
        <VisuallyHidden>
          Undone. {undone.hotelName} is back in {undone.stage}.
        </VisuallyHidden>
      )}
    </div>
  );
}
