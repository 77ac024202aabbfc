import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { reasonOf } from '#web/lib/api.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import classes from './chosen-bar.module.css';

type Props = {
  /** The words of the button. */
  act: string;
  /** False while nothing can be sent. */
  isReady: boolean;
  isPending: boolean;
  error: Error | null;
  onSend: () => void;
  /** The field whose value the chosen rows get. */
  children: ReactNode;
};

/** Shows a form that changes all chosen rows by one call. It needs a connection. */
export function ChosenForm({ act, isReady, isPending, error, onSend, children }: Props) {
  const canSend = useIsOnline() && isReady;
  return (
    <form
      className={classes.form}
      aria-label={act}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend && !isPending) onSend();
      }}
    >
      {children}
      <Button type="submit" disabled={!canSend} loading={isPending}>
        {act}
      </Button>
      {error && (
        <span role="alert" className={classes.refusal}>
          {reasonOf(error)}
        </span>
      )}
    </form>
  );
}
