import { Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

import classes from './report-sheet.module.css';

/** Shows one part of the report under its heading. */
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
