import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

import { plural } from '#domain/plural.ts';
import { countWords } from '#web/lib/format.ts';
import { dismissEmptied, useLostFiles, useWasEmptied } from '#web/offline/sync/sync-status.ts';
import { onDevice } from '#web/ui/notices/on-device.ts';

import classes from './storage-notice.module.css';

/** Shows that the browser emptied the device's store. Stays until the person dismisses it. */
export function StorageNotice() {
  const lost = useLostFiles();
  if (!useWasEmptied()) return null;
  return (
    <Alert
      className={classes.notice}
      color="red"
      icon={<IconAlertTriangle aria-hidden />}
      title="This device’s storage was cleared"
    >
      <div className={classes.row}>
        <p className={classes.words}>
          Interviews that had not been sent may be lost.
          {lost > 0 &&
            ` ${countWords(lost, 'photo or other file', 'photos or other files')} ${plural(lost, 'was', 'were')} lost.`}
        </p>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => void onDevice('Not dismissed', dismissEmptied)}
        >
          OK
        </Button>
      </div>
    </Alert>
  );
}
