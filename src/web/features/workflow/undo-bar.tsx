import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import classes from './undo-bar.module.css';
import type { Undoable } from './use-moves.ts';

type Props = { undoable: Undoable | null; onUndo: () => void; onGone: () => void };

/** Milliseconds for which a drop can be undone. */
const patience = 5_000;

/** What a drop did, and the way back. Its time stands still while it is pointed at or focused. */
export function UndoBar({ undoable, onUndo, onGone }: Props) {
  const [held, setHeld] = useState(false);
  useHotkeys([['mod+Z', () => undoable && onUndo()]]);
  useEffect(() => {
    if (!undoable || held) return undefined;
    const timer = setTimeout(onGone, patience);
    return () => clearTimeout(timer);
  }, [undoable, held, onGone]);
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
              onUndo();
            }}
          >
            Undo
          </Button>
        </div>
      )}
    </div>
  );
}
