import { IconCloudCheck, IconCloudUp, IconDeviceTablet } from '@tabler/icons-react';

import type { Resumable } from '#web/offline/drafts/resumable.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { syncTones } from '#web/ui/theme/tones.ts';

import classes from './stored-where.module.css';

type Props = { interview: Resumable };

/**
 * Shows where an interview in progress is stored. It is never empty, so nothing moves when the
 * interview's copy reaches the server.
 */
export function StoredWhere({ interview }: Props) {
  return (
    <div className={classes.where}>
      <Where interview={interview} />
    </div>
  );
}

const icon = { size: 14, 'aria-hidden': true };

function Where({ interview: { caution, isCopied } }: Props) {
  if (caution !== null)
    return (
      <StatusBadge tone={syncTones.pending} icon={<IconDeviceTablet {...icon} />}>
        {caution}
      </StatusBadge>
    );
  return isCopied ? (
    <StatusBadge tone={syncTones.synced} icon={<IconCloudCheck {...icon} />}>
      Copied to the server
    </StatusBadge>
  ) : (
    <StatusBadge tone={syncTones.pending} icon={<IconCloudUp {...icon} />}>
      Copy waits to be sent
    </StatusBadge>
  );
}
