import { Textarea } from '@mantine/core';

import { longestNotes } from '#domain/interviews/merge-notes.ts';

import { countWords } from '#web/lib/format.ts';
import { countText } from '#web/ui/text-count.ts';

import classes from '#web/features/interviews/interview.module.css';
import type { InterviewAction } from '#web/features/interviews/interview-state.ts';

type Props = { notes: string; act: (action: InterviewAction) => void };

/**
 * Shows the notes of the whole interview below every question. The box is one line with a count of
 * its words until somebody types in it.
 */
export function NotesBox({ notes, act }: Props) {
  const count = countText(notes, longestNotes);
  const words = notes.trim() === '' ? 0 : notes.trim().split(/\s+/).length;
  return (
    <div className={classes.notes} data-open={'error' in count || undefined}>
      <Textarea
        label="Interview Notes"
        rows={2}
        classNames={{ input: classes.passage, description: classes.notesHint }}
        {...count}
        description={
          count.description ?? 'These notes belong to the whole interview, not to this question'
        }
        value={notes}
        onChange={(event) => act({ type: 'note', notes: event.currentTarget.value })}
      />
      {words > 0 && <p className={classes.notesCount}>{countWords(words, 'word')}</p>}
    </div>
  );
}
