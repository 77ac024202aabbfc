import { Title } from '@mantine/core';
import { createContext, useContext, useId, type ReactNode } from 'react';

import classes from './hotel-dialog.module.css';

/** The level of a section's heading: below the dialog's title, or below that of the hotel's page. */
export const SectionLevel = createContext<2 | 3>(3);

type Props = {
  title: string;
  /** Beside the title. */
  note?: ReactNode;
  children: ReactNode;
};

/** One part of what there is to see of a hotel, in the board's dialog and on the hotel's page. */
export function HotelSection({ title, note, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className={classes.sectionHead}>
        <Title order={useContext(SectionLevel)} size="h3" id={id}>
          {title}
        </Title>
        {note}
      </div>
      {children}
    </section>
  );
}
