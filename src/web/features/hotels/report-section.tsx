import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import classes from './report-sheet.module.css';

/** A part of the sheet, below its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Title order={3} id={id} className={classes.heading}>
        {title}
      </Title>
      {children}
    </section>
  );
}
