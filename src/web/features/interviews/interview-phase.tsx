import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

import { detailOf } from '#web/lib/api.ts';
import type { Draft } from '#web/offline/database.ts';
import { DraftGone, NotOnDevice } from '#web/offline/drafts.ts';
import { useIsOnline } from '#web/offline/sync-status.ts';
import { useDraftLock } from './use-draft-lock.ts';
import { Empty } from '#web/ui/empty.tsx';
import { Loading } from '#web/ui/loading.tsx';
import { Page } from '#web/ui/page.tsx';

import { openInterviewDraft } from './interview-steps.ts';
import { OpenElsewhere } from './open-elsewhere.tsx';
import { QuestionScreen } from './question-screen.tsx';

type Props = {
  hotelId: number;
  clientId: string;
  onComplete: () => void;
  /** Called when the interview was abandoned or is gone. Leads back to setup. */
  onAbandoned: () => void;
};

/** Takes the interview's lock, so that only this tab can change it, and opens the interview. */
export function InterviewPhase({ hotelId, clientId, onComplete, onAbandoned }: Props) {
  const lock = useDraftLock(clientId);
  const [opened, setOpened] = useState<Draft | Error | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (lock !== 'held') return undefined;
    let isCurrent = true;
    const finish = (result: Draft | Error) => {
      if (isCurrent) setOpened(result);
    };
    openInterviewDraft(hotelId, clientId).then(finish, finish);
    return () => {
      isCurrent = false;
    };
  }, [lock, hotelId, clientId, tries]);

  if (lock === 'elsewhere') return <OpenElsewhere clientId={clientId} />;
  if (opened instanceof Error)
    return <NotOpened error={opened} onBack={onAbandoned} onRetry={() => setTries(tries + 1)} />;
  if (!opened || lock !== 'held') return <Loading />;
  return <QuestionScreen draft={opened} onComplete={onComplete} onAbandoned={onAbandoned} />;
}

type NotOpenedProps = { error: Error; onBack: () => void; onRetry: () => void };

/**
 * Says why the interview was not opened. When only a connection was missing, it tries again once
 * there is one.
 */
function NotOpened({ error, onBack, onRetry }: NotOpenedProps) {
  const canRetry = useIsOnline() && error instanceof NotOnDevice;
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    if (canRetry) retry();
  }, [canRetry]);
  const text =
    error instanceof NotOnDevice
      ? 'This interview is not on this device. Connect to resume it.'
      : error instanceof DraftGone
        ? error.message
        : detailOf(error);
  return (
    <Page title="Interview" width="reading" takesFocus>
      <Empty
        title="This interview cannot be resumed"
        text={text}
        action={
          <Button variant="default" onClick={onBack}>
            Back to Interview Setup
          </Button>
        }
      />
    </Page>
  );
}
