import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

const choices = {
  auto: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
} satisfies Record<MantineColorScheme, string>;
const schemes = ['auto', 'light', 'dark'] as const;

/** Lets the person choose the theme in their menu. Until they do, it follows the system. */
export function ThemeChoices() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Divider />
      <Menu.RadioGroup value={colorScheme}>
        {schemes.map((scheme) => (
          <Menu.RadioItem
            key={scheme}
            value={scheme}
            onChange={() => setColorScheme(scheme)}
            closeMenuOnClick
          >
            {choices[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}
