import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

import { goTo } from '#web/ui/focus-on.ts';
import { askingButton, focusIsBack, placeOf } from './asking-button.ts';

type Question = {
  title: string;
  /** What will happen, and what would be lost. */
  message: ReactNode;
  /** The action: "Delete user", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** True when something would be lost. */
  danger?: boolean;
  /** True when the row with the button stays. The focus then returns to that button. */
  staysInRow?: boolean;
};

/**
 * Asks a question, with the focus on the safe button. Returns false when the person cancels or
 * closes it.
 */
export function confirm(question: Question): Promise<boolean> {
  const { title, message, confirmLabel, cancelLabel = 'Cancel', danger = false } = question;
  const asking = askingButton();
  const keepPlace = placeOf(asking);
  const next = danger && !question.staysInRow ? besideRow(asking) : null;
  return new Promise((answer) => {
    modals.openConfirmModal({
      title,
      // The name of a file may be one long word.
      styles: { title: { overflowWrap: 'anywhere' } },
      children: (
        <Text size="md" style={{ overflowWrap: 'anywhere' }}>
          {message}
        </Text>
      ),
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red' } : {},
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => {
        answer(true);
        if (next) setTimeout(() => goTo(next), focusIsBack);
      },
      // This also runs after a confirmation, when the promise is already resolved.
      onClose: () => {
        answer(false);
        keepPlace();
      },
    });
  });
}

/**
 * Returns the row beside the one that will be deleted, or else the list's section. Deleting a row
 * also removes the button with the focus, so keyboard users go on from there.
 */
function besideRow(asking: Element | null): Element | null {
  const row = asking?.closest('li, tr');
  return (
    row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest('section, main') ?? null
  );
}
