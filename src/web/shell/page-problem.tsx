import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';

import type { PageProblem as Report } from '#domain/problems/page-problem.ts';
import { ApiError, detailOf, OfflineError } from '#web/lib/api.ts';
import { reloadForPart } from '#web/offline/app/app-update.ts';
import { storeIsStuck, storeState, whenStoreRestarts } from '#web/offline/store/store-state.ts';

import { MessagePage } from './message-page.tsx';
import { reportProblem } from './report-problem.ts';

/** Shows that a screen could not be loaded or failed while it was shown, and offers what helps. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    void reportProblem(kindOf(error), error);
    if (isMissingPart(error)) void reloadForPart(error.message);
  }, [error]);
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  const tryAgain = useEffectEvent(() => void retry());
  useEffect(() => whenStoreRestarts(() => tryAgain()), []);
  // Retry helps only after a failed call. A file that failed to load, or a fault in the code, needs
  // a reload.
  const mayRetry = error instanceof ApiError || error instanceof OfflineError;
  return (
    <MessagePage
      icon={<IconCloudOff size={32} stroke={1.5} />}
      title="This page could not be shown"
      actions={
        <>
          {mayRetry && <Button onClick={retry}>Retry</Button>}
          <Button
            variant={mayRetry ? 'default' : 'filled'}
            onClick={() => window.location.reload()}
          >
            Reload
          </Button>
        </>
      }
    >
      <p>{wordsOf(error)}</p>
      <p>What you have entered and saved on this device is safe.</p>
    </MessagePage>
  );
}

function wordsOf(error: unknown): string {
  const kind = kindOf(error);
  if (kind === 'missing-part') return missingPart;
  return kind === 'blocked-store' ? storeIsStuck : detailOf(error);
}

const missingPart =
  'A part of it could not be loaded, or is not on this device yet. Check the connection, then reload.';

function kindOf(error: unknown): Report['kind'] {
  if (isMissingPart(error)) return 'missing-part';
  return storeState.isStuck ? 'blocked-store' : 'failed';
}

/** Returns true for the errors that browsers throw when a screen's own file cannot be loaded. */
function isMissingPart(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module|preload CSS/i.test(error.message)
  );
}
