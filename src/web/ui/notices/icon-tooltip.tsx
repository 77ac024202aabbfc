import { Tooltip } from '@mantine/core';

import { keyWords } from '#web/ui/key-words.ts';

import classes from './icon-tooltip.module.css';

/**
 * Shows the tooltip of one icon button. It is hidden from screen readers, because they already read the
 * button's name.
 */
export function IconTooltip({ icon }: { icon: HTMLElement }) {
  const keys = keyWords(icon.getAttribute('aria-keyshortcuts'));
  return (
    <Tooltip
      opened
      interactive
      aria-hidden
      target={icon}
      position="bottom"
      transitionProps={{ duration: 0 }}
      label={
        <>
          {icon.ariaLabel}
          {keys && <kbd className={classes.keys}>{keys}</kbd>}
        </>
      }
    />
  );
}
