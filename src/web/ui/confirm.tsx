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
};

/** Asks, with the focus on the safe button. False when refused, closed or escaped from. */
export function confirm(question: Question): Promise<boolean> {
  const { title, message, confirmLabel, cancelLabel = 'Cancel', danger = false } = question;
  return new Promise((answer) => {
    modals.openConfirmModal({
      title,
      children: <Text size="md">{message}</Text>,
      labels: { confirm: confirmLabel, cancel: cancelLabel },
      confirmProps: danger ? { color: 'red' } : {},
      cancelProps: { 'data-autofocus': true },
      onConfirm: () => answer(true),
      // Follows a confirmation too, which has answered already.
      onClose: () => answer(false),
    });
  });
}
