/** The names of keys as keyboards show them, if they differ from the attribute's names. */
const names: Readonly<Record<string, string>> = { Control: 'Ctrl', Meta: '⌘' };

/**
 * Returns the keys of an `aria-keyshortcuts` attribute in the form that people read: "Ctrl K". On a Mac it
 * prefers the shortcut with the command key.
 */
export function keyWords(
  shortcuts: string | null,
  isMac = navigator.platform.startsWith('Mac'),
): string | null {
  if (!shortcuts) return null;
  const [first, ...others] = shortcuts.split(' ');
  const own = isMac ? others.find((one) => one.startsWith('Meta+')) : undefined;
  return (own ?? first ?? '')
    .split('+')
    .map((key) => names[key] ?? key)
    .join(' ');
}
