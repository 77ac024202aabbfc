import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import classes from './hotel-dialog.module.css';

type Props = {
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  children: ReactNode;
};

/** One part of the hotel's dialog, below the dialog's own heading. */
export function DialogSection({ title, note, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <Title order={3} id={id}>
          {title}
        </Title>
        {note}
      </div>
      {children}
    </section>
  );
}
