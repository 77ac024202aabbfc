import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';

import classes from './header-button.module.css';

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    label: string;
    icon: Icon;
    /** The header's CSS variable that says whether the button's words have room. */
    words: 'logout' | 'start' | 'sync';
  };

/**
 * Renders a button with an icon and words. When space is scarce the words are hidden, and `IconTooltips` shows
 * them.
 */
export function HeaderButton({ label, icon: Picture, words, className, ...props }: Props) {
  return (
    <Button
      variant="subtle"
      color="gray"
      className={`${classes.button} ${className ?? ''}`}
      aria-label={label}
      {...props}
    >
      <Picture size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <span className={classes.words} style={{ display: `var(--${words}-words)` }}>
        {label}
      </span>
    </Button>
  );
}
