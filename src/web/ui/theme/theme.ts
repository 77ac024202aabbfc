import { createTheme } from '@mantine/core';

import { keepUnmatched } from './keep-unmatched.ts';
import { palettes } from './palettes.ts';

const sans =
  "'Source Sans 3 Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif";

/** Labels for the close buttons, which have none by default. */
const close = { closeButtonProps: { 'aria-label': 'Close' } };
export const floating = {
  // Keep a list open when scrolling to an option of an enlarged page moves its field out of sight.
  comboboxProps: { shadow: 'md', hideDetached: false },
  clearButtonProps: { 'aria-label': 'Clear' },
};

/** Marks the first match while somebody types, so that Enter takes it. Otherwise Enter would submit the form. */
const searched = { selectFirstOptionOnChange: true, onKeyDown: keepUnmatched };

export const theme = createTheme({
  colors: palettes,
  primaryColor: 'pine',
  primaryShade: { light: 8, dark: 7 },
  black: '#1f1d19',
  fontFamily: sans,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, monospace",
  headings: {
    fontFamily: 'var(--bw-serif)',
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '2rem', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.35' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  shadows: {
    xs: '0 1px 2px rgb(20 16 8 / 6%)',
    sm: '0 1px 3px rgb(20 16 8 / 8%)',
    md: '0 6px 20px rgb(20 16 8 / 12%), 0 1px 3px rgb(20 16 8 / 8%)',
    lg: '0 12px 36px rgb(20 16 8 / 16%), 0 2px 6px rgb(20 16 8 / 8%)',
    xl: '0 20px 56px rgb(20 16 8 / 20%), 0 4px 12px rgb(20 16 8 / 8%)',
  },
  components: {
    Button: { defaultProps: { fw: 600 } },
    Modal: { defaultProps: { ...close, centered: true, radius: 'lg', padding: 'lg' } },
    // Without this, each dialog's header would be another banner landmark of the page.
    ModalHeader: { defaultProps: { role: 'none' } },
    Notification: {
      defaultProps: close,
      styles: { description: { color: 'var(--mantine-color-dimmed)' } },
    },
    Autocomplete: { defaultProps: floating },
    Select: { defaultProps: { ...searched, ...floating, checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { ...searched, ...floating } },
    // The library's placeholder for the initial focus is not a menu item, so a menu must not contain it.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    // A width in rem grows with the text, and may then exceed a phone's width.
    Skeleton: { defaultProps: { maw: '100%' } },
    Popover: { defaultProps: { shadow: 'md' } },
    Table: { defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md' } },
  },
});
