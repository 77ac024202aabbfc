import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { dismissEmptied, useWasEmptied } from '#web/offline/sync-status.ts';

import classes from './storage-notice.module.css';

/** Shows that the browser emptied the device's store. Stays until the person dismisses it. */
export function StorageNotice() {
  if (!useWasEmptied()) return null;
  return (
    <Alert
      className={classes.notice}
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title="This device’s storage was cleared"
    >
      Interviews that had not been sent may be lost.{' '}
      <Button variant="default" size="compact-md" onClick={() => void dismissEmptied()}>
        OK
      </Button>
    </Alert>
  );
}
