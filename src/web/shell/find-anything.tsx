import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';

import { findDialog, useIsOpen } from '#web/lib/frame-dialogs.ts';

const load = () => import('./find/find-dialog.tsx');
/** Ahead of the press. Where that fails, the press tries again. */
const preload = () => void load().catch(() => undefined);
const FindDialog = lazy(async () => ({ default: (await load()).FindDialog }));

type Props = {
  /** Where there is no header, the keys alone open it. */
  place: 'header' | 'interview';
};

/**
 * Opens "Find anything" by its button, and by Ctrl K on every screen. It is loaded when needed. A
 * phone's header has no room for the button: there it is a choice in the person's menu.
 */
export function FindAnything({ place }: Props) {
  const isOpen = useIsOpen(findDialog);
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  useEffect(() => onKeys(findDialog.open), []);
  // The next person who signs in does not find it open.
  useEffect(() => findDialog.close, []);
  return (
    <>
      {place === 'header' && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          visibleFrom="sm"
          aria-label="Find anything"
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onPointerEnter={preload}
          onFocus={preload}
          onClick={findDialog.open}
        >
          <IconSearch size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      )}
      {isNeeded && (
        <Suspense fallback={null}>
          <FindDialog isOpen={isOpen} onClose={findDialog.close} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Calls `open` on Ctrl K and Cmd K. An open dialog may hold unsaved work that going elsewhere would
 * lose, so nothing opens over it.
 */
function onKeys(open: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    // The browser's own meaning is its search field, which leads away from the page.
    event.preventDefault();
    if (!document.querySelector('[role="dialog"][aria-modal="true"]')) open();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
