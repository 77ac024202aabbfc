/** The names that keyboards have on them, where they differ from the attribute's. */
const names: Readonly<Record<string, string>> = { Control: 'Ctrl', Meta: '⌘' };

/**
 * Returns the keys of an `aria-keyshortcuts` as a person reads them, "Ctrl K"; on a Mac those with its
 * command key, where there are any.
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
