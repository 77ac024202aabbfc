import { Textarea } from '@mantine/core';

import { longestNotes } from '#domain/interviews/merge-notes.ts';

import { countText } from '#web/ui/text-count.ts';

import classes from './interview.module.css';
import type { InterviewAction } from './interview-state.ts';

type Props = { notes: string; act: (action: InterviewAction) => void };

/** One box for the whole interview, at hand with every question. */
export function NotesBox({ notes, act }: Props) {
  const count = countText(notes, longestNotes);
  return (
    <Textarea
      className={classes.notes}
      label="Interview Notes"
      rows={2}
      classNames={{ input: classes.passage }}
      {...count}
      description={
        count.description ?? 'These notes belong to the whole interview, not to this question'
      }
      value={notes}
      onChange={(event) => act({ type: 'note', notes: event.currentTarget.value })}
    />
  );
}
