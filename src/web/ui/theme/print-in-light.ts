const attribute = 'data-mantine-color-scheme';

/** Prints every screen in the colours of the light theme: paper is white, and those of the dark theme are too pale. */
export function printInLight(): void {
  const root = document.documentElement;
  let shown: string | null = null;
  addEventListener('beforeprint', () => {
    // A browser may say this twice for one print.
    shown ??= root.getAttribute(attribute);
    root.setAttribute(attribute, 'light');
  });
  addEventListener('afterprint', () => {
    if (shown !== null) root.setAttribute(attribute, shown);
    shown = null;
  });
}
