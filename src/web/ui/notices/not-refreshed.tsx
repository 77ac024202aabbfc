import { Alert, Button } from '@mantine/core';
import { IconRefresh, IconRefreshAlert } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState, useSyncExternalStore } from 'react';

import { formatMoment } from '#web/lib/format.ts';
import { oldestNotRefreshed, readAgain } from '#web/offline/readings/read-again.ts';

import classes from './not-refreshed.module.css';

/**
 * Shows that data on this screen is this device's last reading because the server failed to refresh
 * it. It checks every reading on the screen by itself, so that no screen can forget it.
 */
export function NotRefreshed() {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const follow = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const reading = useSyncExternalStore(follow, () => oldestNotRefreshed(cache));
  const [isReading, setReading] = useState(false);
  if (!reading) return null;
  const retry = async () => {
    setReading(true);
    await readAgain(client).catch(() => undefined);
    setReading(false);
  };
  return (
    <Alert
      className={classes.notice}
      color="orange"
      icon={<IconRefreshAlert aria-hidden />}
      title="Some of this could not be refreshed"
    >
      <div className={classes.content}>
        <span>
          {reading.problem} It is shown as this device last read it, as of{' '}
          {formatMoment(new Date(reading.savedAt).toISOString())}.
        </span>
        <Button
          variant="default"
          size="compact-md"
          loading={isReading}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => void retry()}
        >
          Retry
        </Button>
      </div>
    </Alert>
  );
}
