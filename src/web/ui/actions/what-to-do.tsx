import { Button, FileButton, Menu, Textarea } from '@mantine/core';
import { IconArrowBackUp, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';

import { longestActionText, mostFilesNamed, type Action } from '#domain/actions/action.ts';
import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { confirm } from '#web/ui/dialogs/confirm.tsx';
import { MoreMenu } from '#web/ui/more-menu.tsx';
import { whyFailed } from '#web/ui/notices/failure-words.ts';
import { countText } from '#web/ui/text-count.ts';
import { useFocusAfter } from '#web/ui/use-focus-after.ts';
import classes from './action-dialog.module.css';
import { moveLabels } from './action-words.ts';
import { messageAt, useActionActs, useAddEvidence } from './change-action.ts';
import { acceptedFiles, UnusableFile } from './send-file.ts';

type PersonsMove = Action['moves'][number];

/** Returns the message for a field that a move requires and that is empty. */
function lackOf({ move, wants }: PersonsMove, hasWords: boolean): string | undefined {
  if (wants === 'evidence')
    return 'The finding is critical: add a photo or document of what was done first.';
  if (wants === 'nothing' || hasWords) return undefined;
  if (wants === 'words-or-evidence')
    return 'Write what was done, or add a photo or document of it.';
  return move === 'withdraw' ? 'Write the reason.' : 'Write what is still missing.';
}

/** Shows one field for words, and buttons for what this person can do with the action now. */
export function WhatToDo({ action }: { action: Action }) {
  const isOnline = useIsOnline();
  const mayWrite = can(useCurrentUser(), 'actions.write');
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [lack, setLack] = useState<string>();
  const hasWords = text.trim() !== '';
  const acts = useActionActs(action, { onDone: () => setText(''), fields: ['text', 'to'] });
  const evidence = useAddEvidence(action);
  const section = useFocusAfter<HTMLElement>(acts.isPending);
  if (!mayWrite) return null;
  const { error } = countText(text, longestActionText);
  const make = async (one: PersonsMove) => {
    const lacking = lackOf(one, hasWords);
    setLack(lacking);
    if (lacking !== undefined) return field.current?.focus();
    if (one.move === 'withdraw' && !(await confirm(withdrawal))) return undefined;
    return acts.mutate([{ kind: 'status', from: action.status, to: one.to, text: text.trim() }]);
  };
  const message = lack ?? messageAt(acts.error, 'text') ?? messageAt(acts.error, 'to') ?? error;
  return (
    <section ref={section} tabIndex={-1} className={classes.acts} aria-label="What to do">
      <Textarea
        ref={field}
        label="Comment"
        description="What was done, what is missing, or a reason. It goes with the button that you press. A hotel with a link reads it too."
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setLack(undefined);
          acts.reset();
        }}
        {...(message !== undefined && { error: message })}
      />
      <NotAdded error={evidence.error} />
      <Buttons
        moves={action.moves}
        hasWords={hasWords}
        isBlocked={!isOnline || acts.isPending || evidence.isPending || error !== undefined}
        isAdding={evidence.isPending}
        onMove={(one) => void make(one)}
        onComment={() => acts.mutate([{ kind: 'comment', text: text.trim() }])}
        onFiles={evidence.mutate}
      />
      {!isOnline && (
        <p className={classes.soft}>Comments, evidence and changes need a connection.</p>
      )}
    </section>
  );
}

type ButtonsProps = Pick<Action, 'moves'> & {
  hasWords: boolean;
  /** True while nothing can be sent. */
  isBlocked: boolean;
  /** True while files are being sent. */
  isAdding: boolean;
  onMove: (one: PersonsMove) => void;
  onComment: () => void;
  onFiles: (files: File[]) => void;
};

function Buttons({ moves, hasWords, isBlocked, isAdding, ...on }: ButtonsProps) {
  const withdraw = moves.find(({ move }) => move === 'withdraw');
  return (
    <div className={classes.buttons}>
      {moves
        .filter((one) => one !== withdraw)
        .map((one) => (
          <Button
            key={one.move}
            variant={one.move === 'finish' || one.move === 'verify' ? 'filled' : 'default'}
            leftSection={one.move === 'return' && <IconArrowBackUp size={18} aria-hidden />}
            disabled={isBlocked}
            onClick={() => on.onMove(one)}
          >
            {moveLabels[one.move]}
          </Button>
        ))}
      <Button variant="default" disabled={isBlocked || !hasWords} onClick={on.onComment}>
        Add comment
      </Button>
      <FileButton
        multiple
        accept={acceptedFiles}
        onChange={(files) => files.length > 0 && on.onFiles(files.slice(0, mostFilesNamed))}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            leftSection={<IconPaperclip size={18} aria-hidden />}
            disabled={isBlocked}
            loading={isAdding}
          >
            Add photo or document
          </Button>
        )}
      </FileButton>
      {withdraw && (
        <MoreMenu label="More for this action">
          <Menu.Item
            c="red"
            leftSection={<IconTrash size={18} stroke={1.6} aria-hidden />}
            disabled={isBlocked}
            onClick={() => on.onMove(withdraw)}
          >
            Withdraw
          </Menu.Item>
        </MoreMenu>
      )}
    </div>
  );
}

const withdrawal = {
  title: 'Withdraw this action?',
  message: 'It no longer counts as open. The reason is kept in its history.',
  confirmLabel: 'Withdraw action',
  cancelLabel: 'Keep action',
  danger: true,
};

/** Says why files were not added. */
function NotAdded({ error }: { error: Error | null }) {
  if (!error) return null;
  const words = error instanceof UnusableFile ? error.message : whyFailed(error);
  return (
    <p role="alert" className={classes.refusal}>
      {words}
    </p>
  );
}
