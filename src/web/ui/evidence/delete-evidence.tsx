import { Button, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';

import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { DeleteItem, MoreMenu } from '#web/ui/more-menu.tsx';
import { mustFill } from '#web/ui/must-fill.ts';
import classes from './evidence-files.module.css';
import { nameOfFile, thisKind } from './evidence-words.ts';
import type { ShownFile } from './shown-files.ts';
import { useDeleteEvidence } from './use-delete-evidence.ts';
import { useViewing } from './viewing.ts';

type Props = {
  file: Pick<ShownFile, 'fileId' | 'kind' | 'isHeld'>;
  /** People who did not take it must give a reason. */
  right: 'own' | 'with-reason';
  onDone: () => void;
};

/** Shows the button that deletes a file. A press replaces the button by the question whether to delete it. */
export function DeleteEvidence({ file, right, onDone }: Props) {
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState<boolean>();
  if (isAsking) return <Ask {...{ file, right, onDone }} onKeep={() => setAsking(false)} />;
  return (
    <div className={classes.delete}>
      <Button
        ref={isAsking === false ? focusOn : null}
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={18} aria-hidden />}
        disabled={file.isHeld && !isOnline}
        onClick={() => setAsking(true)}
      >
        Delete {thisKind(file.kind)}
      </Button>
      {file.isHeld && !isOnline && (
        <span className={classes.soft}>Deleting needs a connection.</span>
      )}
    </div>
  );
}

function Ask({ file, right, onDone, onKeep }: Props & { onKeep: () => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { mutate, isPending } = useDeleteEvidence(file, onDone);
  const needsReason = right === 'with-reason';
  return (
    <form
      className={classes.delete}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (needsReason && reason.trim() === '') setMissing(true);
        else mutate(reason.trim());
      }}
    >
      {needsReason ? (
        <TextInput
          ref={focusOn}
          className={classes.reason ?? ''}
          label={`Why is ${thisKind(file.kind)} deleted?`}
          {...mustFill}
          maxLength={500}
          value={reason}
          error={isMissing && reason.trim() === '' && 'Reason is required'}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      ) : (
        <span>Delete {thisKind(file.kind)} for good?</span>
      )}
      <Button ref={needsReason ? null : focusOn} variant="default" onClick={onKeep}>
        Keep it
      </Button>
      <Button type="submit" color="red" loading={isPending}>
        Delete
      </Button>
    </form>
  );
}

/** Shows the menu of a document, if the person may delete the document. */
export function MoreForDocument({ file, number }: { file: ShownFile; number: number }) {
  const { canDelete } = useViewing();
  const isOnline = useIsOnline();
  const [isAsking, setAsking] = useState(false);
  const right = canDelete(file);
  const stop = () => setAsking(false);
  if (right === 'no' || (file.isHeld && !isOnline)) return null;
  if (isAsking) return <Ask {...{ file, right }} onDone={stop} onKeep={stop} />;
  return (
    <MoreMenu label={`More for ${nameOfFile(file, number)}`}>
      <DeleteItem onClick={() => setAsking(true)} />
    </MoreMenu>
  );
}
