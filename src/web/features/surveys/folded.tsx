import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';

import classes from './folded.module.css';

type Props = {
  label: string;
  /** True while something in it is used or wrong. It opens when this becomes true. */
  isNeeded?: boolean;
  children: ReactNode;
};

/** Shows a button that unfolds content that few people need. */
export function Folded({ label, isNeeded = false, children }: Props) {
  const [isOpen, setOpen] = useState(isNeeded);
  const [wasNeeded, setNeeded] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setNeeded(isNeeded);
    if (isNeeded) setOpen(true);
  }
  const id = useId();
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.button ?? ''}
        aria-expanded={isOpen}
        aria-controls={id}
        rightSection={<IconChevronDown className={classes.mark} size={16} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </Button>
      <div id={id} className={classes.content} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </div>
  );
}
