import { Menu, type MenuDropdownProps } from '@mantine/core';

import { useTurn } from '#web/lib/use-arrived.ts';

/** The choices of a menu on the first screen: that need not wait for what nobody has opened yet. */
export function MenuChoices(props: MenuDropdownProps) {
  return useTurn() && <Menu.Dropdown {...props} />;
}
