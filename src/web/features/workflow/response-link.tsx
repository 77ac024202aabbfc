import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { ResultRow } from '#domain/results/results.ts';
import { paths } from '#web/paths.ts';
import classes from './hotel-dialog.module.css';

type Props = { row: Pick<ResultRow, 'id' | 'hotelId'>; children: ReactNode };

/** Opens one response in Results, in the list of its hotel's responses of the last year. */
export function ResponseLink({ row: { id, hotelId }, children }: Props) {
  return (
    <Link
      to={paths.results}
      search={{ range: '365', hotel: hotelId, response: id }}
      preload={false}
      className={classes.open}
    >
      {children}
    </Link>
  );
}
