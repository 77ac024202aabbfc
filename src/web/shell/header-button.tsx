import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithoutRef } from 'react';

import classes from './header-button.module.css';

type Props = ButtonProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> & {
    label: string;
    icon: Icon;
    /** Which of the header's variables says whether its words have room. */
    words: 'logout' | 'start' | 'sync';
  };

/** Renders an icon with its word. Where room is scarce the word is hidden, and `IconTooltips` shows it. */
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
