import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';

import { detailOf } from '#web/lib/api.ts';
import { reloadForPart } from '#web/offline/app-update.ts';

import { MessagePage } from './message-page.tsx';

/** A screen that could not be loaded, or that failed while it was shown. */
export function PageProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => {
    if (isMissingPart(error)) void reloadForPart(error.message);
  }, [error]);
  const retry = async () => {
    await router.invalidate();
    reset();
  };
  return (
    <MessagePage
      icon={<IconCloudOff size={32} stroke={1.5} />}
      title="This page could not be shown"
      actions={
        <>
          <Button onClick={retry}>Retry</Button>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </>
      }
    >
      <p>{isMissingPart(error) ? missingPart : detailOf(error)}</p>
      <p>What you have entered and saved on this device is safe.</p>
    </MessagePage>
  );
}

const missingPart = 'A part of it is not on this device yet. Check the connection, then try again.';

/** What browsers say when a screen's own file cannot be fetched. */
function isMissingPart(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module|preload CSS/i.test(error.message)
  );
}
