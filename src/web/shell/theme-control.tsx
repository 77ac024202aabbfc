import { ActionIcon, Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun, type Icon } from '@tabler/icons-react';

import { MenuChoices } from '#web/ui/menu-choices.tsx';

const choices = {
  auto: { label: 'System', icon: IconDeviceDesktop },
  light: { label: 'Light', icon: IconSun },
  dark: { label: 'Dark', icon: IconMoon },
} satisfies Record<MantineColorScheme, { label: string; icon: Icon }>;
const schemes = ['auto', 'light', 'dark'] as const;

/** Lets the person choose the theme. Until they do, it follows the system. */
export function ThemeControl() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const Current = choices[colorScheme].icon;
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={40} aria-label="Theme">
          <Current size={20} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <MenuChoices>
        <Menu.RadioGroup value={colorScheme}>
          {schemes.map((scheme) => (
            <Menu.RadioItem
              key={scheme}
              value={scheme}
              onChange={() => setColorScheme(scheme)}
              closeMenuOnClick
            >
              {choices[scheme].label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </MenuChoices>
    </Menu>
  );
}
