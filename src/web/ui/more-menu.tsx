import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Props = {
  /** "More for" and the name of the row. */
  label: string;
  isBusy?: boolean;
  width?: number;
  /** `Menu.Item`s. */
  children: ReactNode;
};

/** Renders the "…" menu of a row. It holds actions that are seldom needed, and those that delete. */
export function MoreMenu({ label, isBusy = false, width = 190, children }: Props) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={label} loading={isBusy}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

/** Renders the choice that deletes. Put it last in the menu. */
export function DeleteItem({ onClick }: { onClick: () => void }) {
  const icon = <IconTrash size={18} stroke={1.6} aria-hidden />;
  return (
    <Menu.Item c="red" leftSection={icon} onClick={onClick}>
      Delete
    </Menu.Item>
  );
}
