import { ActionIcon } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';

import { findDialog, useIsOpen } from '#web/lib/frame-dialogs.ts';

const load = () => import('./find/find-dialog.tsx');
/** Loads the dialog before the press. If that fails, the press tries again. */
const preload = () => void load().catch(() => undefined);
const FindDialog = lazy(async () => ({ default: (await load()).FindDialog }));

type Props = {
  /** `interview` has no header, so there only the keys open the dialog. */
  place: 'header' | 'interview';
};

/**
 * Shows the button of "Find anything" and its dialog, which Ctrl K opens on every screen. The dialog is loaded
 * when needed. A phone's header has no room for the button, so there it is a choice in the person's menu.
 */
export function FindAnything({ place }: Props) {
  const isOpen = useIsOpen(findDialog);
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  useEffect(() => onKeys(findDialog.open), []);
  // Close the dialog at sign-out, so that the next person who signs in does not find it open.
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
 * Calls `open` on Ctrl K and Cmd K. It does nothing while another dialog is open, because that dialog may hold
 * unsaved work, which would be lost if the person went to another screen.
 */
function onKeys(open: () => void): () => void {
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    // In some browsers these keys open the search field, which would lead away from the page.
    event.preventDefault();
    if (!document.querySelector('[role="dialog"][aria-modal="true"]')) open();
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
}
