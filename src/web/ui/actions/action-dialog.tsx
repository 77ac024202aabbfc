import { Skeleton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { Action } from '#domain/actions/action.ts';
import { isNotFound } from '#web/lib/api.ts';
import { actionQuery } from '#web/offline/readings/actions-reading.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { EvidenceViewer } from '#web/ui/evidence/evidence-viewer.tsx';
import { FromDevice } from '#web/ui/notices/from-device.tsx';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { ActionFacts } from './action-facts.tsx';
import { ActionHistory } from './action-history.tsx';
import { codeOf } from './action-words.ts';
import classes from './action-dialog.module.css';
import { filesOfAction } from './files-of-action.ts';
import { ActionStatusBadge, SeverityMark } from './marks.tsx';
import { WhatToDo } from './what-to-do.tsx';

type Props = { id: number | undefined; onClose: () => void };

/** Shows one action: its finding, its owner and due date, what can be done now, and its history. */
export function ActionDialog({ id, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false;
  const [isViewing, setViewing] = useState(false);
  return (
    <Dialog
      opened={id !== undefined}
      onClose={onClose}
      title="Action"
      size="xl"
      fullScreen={isPhone}
      asksIf="written"
      // While a picture is open over this dialog, Escape must close only the picture.
      closeOnEscape={!isViewing}
    >
      {id !== undefined && <Details key={id} id={id} onViewing={setViewing} />}
    </Dialog>
  );
}

type DetailsProps = { id: number; onViewing: (is: boolean) => void };

function Details({ id, onViewing }: DetailsProps) {
  const { data, error, refetch } = useQuery(actionQuery(id));
  const isOnline = useIsOnline();
  if (!data)
    return error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : <Waiting />;
  const action = data.value;
  return (
    <EvidenceViewer files={filesOfAction(action, isOnline)} onViewing={onViewing}>
      <div className={classes.action}>
        {data.isCached && <FromDevice savedAt={data.savedAt} />}
        <Head action={action} />
        <ActionFacts action={action} />
        <WhatToDo action={action} />
        <ActionHistory action={action} isOnline={isOnline} />
      </div>
    </EvidenceViewer>
  );
}

function Head({ action }: { action: Action }) {
  const { severity, status, isRepeat, questionText } = action;
  const code = codeOf(action);
  return (
    <div className={classes.head}>
      <div className={classes.marks}>
        <SeverityMark severity={severity} />
        <ActionStatusBadge status={status} />
        {isRepeat && <StatusBadge tone="bad">Repeat finding</StatusBadge>}
      </div>
      <h3 className={classes.question}>
        {code && <span className={classes.soft}>{code} </span>}
        {questionText}
      </h3>
    </div>
  );
}

function NotLoaded({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (isNotFound(error))
    return (
      <Empty
        title="We couldn’t find this action"
        text="Its hotel may have been deleted, or assigned to someone else."
      />
    );
  return (
    <LoadError
      title="The action could not be loaded"
      offline="This action needs a connection"
      error={error}
      onRetry={onRetry}
    />
  );
}

function Waiting() {
  return (
    <div className={classes.waiting}>
      <Say words="Loading…" />
      <Skeleton height={72} />
      <Skeleton height={120} />
      <Skeleton height={200} />
    </div>
  );
}
