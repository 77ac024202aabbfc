import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { countWords, formatNumber } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { Say } from '#web/ui/notices/say.tsx';
import classes from './chosen-bar.module.css';
import { makeRoom } from './make-room.ts';

type Props = {
  count: number;
  /** "hotel", "action". */
  one: string;
  /** The most rows that one call changes. */
  most: number;
  /** Said beside the count. */
  about?: ReactNode;
  /** Set when not all that can be chosen are: what this chooses, such as "all 120". */
  all?: string;
  onAll?: () => void;
  onNone: () => void;
  /** The forms that change the chosen rows. */
  children: ReactNode;
};

/** Shows how many rows of a list are chosen, and what can be done with them. */
export function ChosenBar({ count, one, most, about, all, onAll, onNone, children }: Props) {
  const isOnline = useIsOnline();
  return (
    <section ref={makeRoom} className={classes.bar} aria-label={`Chosen ${one}s`}>
      <div className={classes.head}>
        <span>
          <strong>{countWords(count, one)} chosen</strong>
          <Say words={`${countWords(count, one)} chosen`} />
          {about}
        </span>
        {onAll && (
          <Button variant="subtle" onClick={onAll}>
            Choose {all}
          </Button>
        )}
        <Button variant="subtle" onClick={onNone}>
          Choose none
        </Button>
      </div>
      {children}
      {count > most && <span>Choose at most {formatNumber(most)} at a time.</span>}
      {!isOnline && <span>Changing several {one}s needs a connection.</span>}
    </section>
  );
}
