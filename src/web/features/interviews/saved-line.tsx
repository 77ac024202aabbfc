import {
  IconAlertTriangle,
  IconCloudCheck,
  IconDeviceTablet,
  IconLoader,
} from '@tabler/icons-react';

import { isFailing, type WriteState } from '#web/offline/drafts/draft-writer.ts';

import classes from './interview.module.css';

type Props = { saved: WriteState; isOnServer: boolean };

/**
 * Says where the answers are saved. Screen readers announce only a failure, so that not every
 * answer is announced.
 */
export function SavedLine({ saved, isOnServer }: Props) {
  if (isFailing(saved) || saved === 'gone')
    return (
      <p className={classes.saved} data-state="failed" role="alert">
        <IconAlertTriangle size={16} aria-hidden />
        Not saved
      </p>
    );
  if (saved === 'saving')
    return (
      <p className={classes.saved} data-state="saving">
        <IconLoader size={16} aria-hidden />
        Saving…
      </p>
    );
  return (
    <p className={classes.saved} data-state={isOnServer ? 'server' : 'device'}>
      {isOnServer ? (
        <IconCloudCheck size={16} aria-hidden />
      ) : (
        <IconDeviceTablet size={16} aria-hidden />
      )}
      {isOnServer ? 'Saved on the server' : 'Saved on this device'}
    </p>
  );
}
