import { Button, Group, Textarea } from '@mantine/core';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { longestFreeText } from '#domain/text.ts';
import { detailOf } from '#web/lib/api.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { isChangedMeanwhile } from './change-hotel.ts';
import classes from './evaluation.module.css';
import type { NotesEvent } from './notes-state.ts';
import { useNotes } from './use-notes.ts';

export function EvaluationNotes({ hotel }: { hotel: Hotel }) {
  const { state, dirty, tell, save } = useNotes(hotel);
  const failure = save.error && !isChangedMeanwhile(save.error) ? detailOf(save.error) : undefined;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (dirty) save.mutate();
      }}
    >
      {state.theirs && <Theirs text={state.theirs.text} tell={tell} />}
      <Textarea
        label="Evaluation Notes"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={longestFreeText}
        value={state.draft}
        onChange={(event) => tell({ kind: 'written', draft: event.currentTarget.value })}
        error={failure && `${failure} Your words are still here.`}
      />
      <Group mt="sm" gap="sm">
        <Button
          type="submit"
          loading={save.isPending}
          disabled={state.theirs !== null}
          // The button stays focusable: a person who has just saved with it would lose the focus if
          // it were disabled.
          data-disabled={!dirty || undefined}
          aria-disabled={!dirty}
        >
          Save Notes
        </Button>
        {dirty && <StatusBadge tone="warn">Not saved</StatusBadge>}
      </Group>
    </form>
  );
}

/**
 * Shows what someone else saved meanwhile, next to what the person is writing, so that they can
 * choose.
 */
function Theirs({ text, tell }: { text: string; tell: (event: NotesEvent) => void }) {
  return (
    <div className={classes.theirs} role="alert">
      <p className={classes.strong}>Someone else saved these notes meanwhile</p>
      <p className={classes.words}>{text || 'The notes were emptied.'}</p>
      <Group gap="xs">
        <Button variant="default" size="sm" onClick={() => tell({ kind: 'took-both' })}>
          Put both together
        </Button>
        <Button variant="default" size="sm" onClick={() => tell({ kind: 'took-theirs' })}>
          Use theirs
        </Button>
        <Button variant="default" size="sm" onClick={() => tell({ kind: 'kept-ours' })}>
          Keep mine
        </Button>
      </Group>
      <p className={classes.soft}>Nothing is overwritten until you save.</p>
    </div>
  );
}
