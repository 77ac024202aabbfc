import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';

import { detailOf } from '#web/lib/api.ts';
import { filesOf } from '#web/offline/files/kept-files.ts';
import type { Draft, StoredFile } from '#web/offline/store/records.ts';
import { DraftGone, NotOnDevice } from '#web/offline/drafts/drafts.ts';
import { currentStore } from '#web/offline/store/store.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { Loading } from '#web/ui/notices/loading.tsx';
import { Page } from '#web/ui/page.tsx';
import { useDraftLock } from '#web/features/interviews/use-draft-lock.ts';
import { openInterviewDraft } from '#web/features/interviews/interview-steps.ts';
import { OpenElsewhere } from '#web/features/interviews/open-elsewhere.tsx';
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
  const [opened, setOpened] = useState<Opened | Error | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (lock !== 'held') return undefined;
    let isCurrent = true;
    const finish = (result: Opened | Error) => {
      if (isCurrent) setOpened(result);
    };
    openWithFiles(hotelId, clientId).then(finish, finish);
    return () => {
      isCurrent = false;
    };
  }, [lock, hotelId, clientId, tries]);

  if (lock === 'elsewhere') return <OpenElsewhere clientId={clientId} />;
  if (opened instanceof Error)
    return <NotOpened error={opened} onBack={onAbandoned} onRetry={() => setTries(tries + 1)} />;
  if (!opened || lock !== 'held') return <Loading />;
  return <QuestionScreen {...opened} onComplete={onComplete} onAbandoned={onAbandoned} />;
}

type Opened = { draft: Draft; files: StoredFile[] };

/**
 * Reads the interview and its files together, so that evidence does not push the screen down when it arrives.
 */
async function openWithFiles(hotelId: number, clientId: string): Promise<Opened> {
  const [draft, files] = await Promise.all([
    openInterviewDraft(hotelId, clientId),
    filesOf(currentStore(), clientId),
  ]);
  return { draft, files };
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
