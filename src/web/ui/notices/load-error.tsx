import { Button } from '@mantine/core';
import { IconCloudOff, IconRefresh } from '@tabler/icons-react';

import { detailOf, OfflineError } from '#web/lib/api.ts';

import { Empty } from './empty.tsx';

type Props = {
  /** Says what could not be shown: "Error loading questions". */
  title: string;
  /** Says the same where the reason is that there is no connection. */
  offline?: string;
  error: unknown;
  onRetry?: () => void;
};

/** Shows what happened, what to do, and a Retry button. */
export function LoadError({ title, offline = title, error, onRetry }: Props) {
  return (
    <div role="alert">
      <Empty
        icon={<IconCloudOff size={26} stroke={1.6} aria-hidden />}
        title={error instanceof OfflineError ? offline : title}
        text={detailOf(error)}
        action={
          onRetry && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} aria-hidden />}
              onClick={onRetry}
            >
              Retry
            </Button>
          )
        }
      />
    </div>
  );
}
