import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';

import { detailOf, OfflineError } from '#web/lib/api.ts';
import type { Draft } from '#web/offline/database.ts';
import { DraftGone } from '#web/offline/drafts.ts';
import { useDraftLock } from '#web/offline/use-draft-lock.ts';
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
  /** Given up, or gone: back to setup. */
  onAbandoned: () => void;
};

/** Takes the interview in hand, in this tab alone, and opens it. */
export function InterviewPhase({ hotelId, clientId, onComplete, onAbandoned }: Props) {
  const lock = useDraftLock(clientId);
  const [opened, setOpened] = useState<Draft | Error | null>(null);
  useEffect(() => {
    if (lock !== 'held') return undefined;
    let isCurrent = true;
    const settle = (result: Draft | Error) => {
      if (isCurrent) setOpened(result);
    };
    openInterviewDraft(hotelId, clientId).then(settle, settle);
    return () => {
      isCurrent = false;
    };
  }, [lock, hotelId, clientId]);

  if (lock === 'elsewhere') return <OpenElsewhere clientId={clientId} />;
  if (opened instanceof Error) return <NotOpened error={opened} onBack={onAbandoned} />;
  if (!opened || lock !== 'held') return <Loading />;
  return <QuestionScreen draft={opened} onComplete={onComplete} onAbandoned={onAbandoned} />;
}

function NotOpened({ error, onBack }: { error: Error; onBack: () => void }) {
  const text =
    error instanceof OfflineError
      ? 'This interview was begun on another device. Connect once to fetch it.'
      : error instanceof DraftGone
        ? 'It was completed or abandoned, here or on another device.'
        : detailOf(error);
  return (
    <Page title="Interview" width="narrow">
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
