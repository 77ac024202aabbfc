import { Tooltip } from '@mantine/core';

import classes from './icon-tooltip.module.css';
import { keyWords } from './key-words.ts';

/** The tooltip of one icon button. It says what a screen reader says, which need not hear it twice. */
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
