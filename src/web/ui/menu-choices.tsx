import { Menu, type MenuDropdownProps } from '@mantine/core';

import { Deferred } from './deferred.tsx';

/**
 * Renders a menu's choices in their turn, so that the first screen does not wait for a menu that
 * nobody has opened.
 */
export function MenuChoices(props: MenuDropdownProps) {
  return (
    <Deferred inTurn>
      <Menu.Dropdown {...props} />
    </Deferred>
  );
}
