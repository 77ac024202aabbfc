import { Title } from '@mantine/core';
import { createContext, useContext, useId, type ReactNode } from 'react';

import classes from './hotel-dialog.module.css';

/** The level of a section's heading: 3 below the dialog's title, 2 below the hotel page's. */
export const SectionLevel = createContext<2 | 3>(3);

type Props = {
  title: string;
  /** Shown next to the title. */
  note?: ReactNode;
  children: ReactNode;
};

/** Shows one section about a hotel, in the board's dialog or on the hotel's page. */
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
