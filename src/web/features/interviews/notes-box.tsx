import { Textarea } from '@mantine/core';

import { longestNotes } from '#domain/interviews/merge-notes.ts';

import classes from './interview.module.css';
import type { InterviewAction } from './interview-state.ts';

type Props = { notes: string; act: (action: InterviewAction) => void };

/** One box for the whole interview, at hand with every question. */
export function NotesBox({ notes, act }: Props) {
  return (
    <Textarea
      className={classes.notes}
      label="Interview Notes"
      description="Kept with the whole interview, not with this question"
      rows={2}
      classNames={{ input: classes.passage }}
      maxLength={longestNotes}
      value={notes}
      onChange={(event) => act({ type: 'note', notes: event.currentTarget.value })}
    />
  );
}
