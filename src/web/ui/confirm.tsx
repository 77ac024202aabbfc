import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

type Question = {
  title: string;
  /** What will happen, naming what would be lost. */
  message: ReactNode;
  /** The act itself: "Delete user", never "OK". */
  confirmLabel: string;
  cancelLabel?: string;
  /** Something would be lost. */
  danger?: boolean;
  /** Lost is something else than the row of the button that asks, which keeps the focus. */
  staysInRow?: boolean;
};

/** Asks, with the focus on the safe button. False when refused, closed or escaped from. */
export function confirm(question: Question): Promise<boolean> {
  const { title, message, confirmLabel, cancelLabel = 'Cancel', danger = false } = question;
  const next = danger && !question.staysInRow ? besideRow(document.activeElement) : null;
  return new Promise((answer) => {
    modals.openConfirmModal({
      title,
      // A file's name may be one long word.
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
      // Follows a confirmation too, which has answered already.
      onClose: () => answer(false),
    });
  });
}

/** By then the closed dialog has given the focus back to where it was. */
const focusIsBack = 100;

/**
 * What is deleted takes the button that asked for it along, and with it the place of whoever works
 * by keyboard: they go on at the row beside it, or where its list is.
 */
function besideRow(asking: Element | null): Element | null {
  const row = asking?.closest('li, tr');
  return (
    row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest('section, main') ?? null
  );
}

function goTo(place: Element): void {
  if (!(place instanceof HTMLElement)) return;
  place.tabIndex = -1;
  place.focus({ preventScroll: true });
}
