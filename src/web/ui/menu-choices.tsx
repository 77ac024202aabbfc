import { Menu, type MenuDropdownProps } from '@mantine/core';

import { Deferred } from './deferred.tsx';

/** The choices of a menu on the first screen: that need not wait for what nobody has opened yet. */
export function MenuChoices(props: MenuDropdownProps) {
  return (
    <Deferred inTurn>
      <Menu.Dropdown {...props} />
    </Deferred>
  );
}
