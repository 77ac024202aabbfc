import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { plural } from '#domain/plural.ts';
import type { Counted } from '#web/offline/outbox/kinds.ts';
import { useSyncStatus } from '#web/offline/sync/sync-status.ts';
import { paths } from '#web/paths.ts';
import { SendNow } from '#web/ui/responses/send-now.tsx';

import classes from './unsent-work.module.css';

/** Says how much work is on this device alone, and what the user can do about it. */
export function UnsentWork({ unsent: { count, words } }: { unsent: Counted }) {
  const { isOnline, attentionCount } = useSyncStatus();
  if (count === 0) return null;
  return (
    <section className={classes.unsent} aria-label="Unsent work">
      <span className={classes.icon}>
        <IconCloudUp size={24} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.words}>
        <strong>
          {words} {plural(count, 'waits', 'wait')} on this device
        </strong>
        <span>{explain(isOnline, attentionCount)}</span>
      </div>
      <div className={classes.acts}>
        <Button variant="subtle" component={Link} to={paths.sync}>
          Open Sync Centre
        </Button>
        <SendNow variant="default" />
      </div>
    </section>
  );
}

function explain(isOnline: boolean, attentionCount: number): string {
  if (attentionCount === 1)
    return 'The server refused one of them. The Sync Centre says why and what to do.';
  if (attentionCount > 1)
    return `The server did not accept ${attentionCount} of them. The Sync Centre shows why, and what you can do.`;
  return isOnline
    ? 'Safe here, and on the way to the server.'
    : 'Safe here. They will be sent when there is a connection.';
}
