import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';

import { longestNote } from '#domain/responses/further-fields.ts';
import { countWords } from '#web/lib/format.ts';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';

import classes from './section-menu.module.css';
import type { SectionChange } from './sections.ts';
import { WayToQuestion } from './way-to-question.tsx';

type Props = {
  name: string;
  change: SectionChange;
  isOpen: boolean;
  onClose: () => void;
  onMark: (places: readonly number[], reason: string) => void;
};

/**
 * Says what marking a section not applicable does, and asks for one reason where a critical question
 * is among what it marks. Then it leads to the next question that still needs an answer.
 */
export function SectionNotApplicable({ name, change, isOpen, onClose, onMark }: Props) {
  // What was to be done stays on the screen while the dialog closes.
  const [reason, setReason] = useState('');
  return (
    <WayToQuestion
      title={`“${name}” is not applicable`}
      isOpen={isOpen}
      onClose={onClose}
      onGo={() => {
        onMark(change.places, reason.trim());
        setReason('');
        onClose();
      }}
    >
      {(go) => (
        <Marking
          {...{ change, reason, onClose }}
          onReason={setReason}
          onMark={() => go(change.places[0] ?? 0)}
        />
      )}
    </WayToQuestion>
  );
}

type MarkingProps = {
  change: SectionChange;
  reason: string;
  onReason: (reason: string) => void;
  onMark: () => void;
  onClose: () => void;
};

function Marking({ change, reason, onReason, onMark, onClose }: MarkingProps) {
  const { places, answered, needsReason, stay } = change;
  const [wasPressed, setPressed] = useState(false);
  const count = countText(reason, longestNote);
  const isMissing = needsReason && reason.trim() === '';
  const mark = () => {
    setPressed(true);
    if (!isMissing && !count.error) onMark();
  };
  return (
    <form
      className={classes.marking}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mark();
      }}
    >
      <Stack gap="md">
        <p>{sayChange(places.length, answered)}</p>
        {stay.length > 0 && (
          <div>
            <p>{countWords(stay.length, 'question stays', 'questions stay')}, to be answered:</p>
            <ul className={classes.stay}>
              {stay.map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
          </div>
        )}
        {needsReason && (
          <Textarea
            data-autofocus
            label="Why is it not applicable?"
            description="Kept as the note on each critical question"
            {...mustFill}
            {...count}
            error={count.error ?? (wasPressed && isMissing && 'Reason is required')}
            rows={3}
            value={reason}
            onChange={(event) => onReason(event.currentTarget.value)}
          />
        )}
      </Stack>
      <DialogFoot>
        <Button variant="default" size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" size="lg">
          Mark not applicable
        </Button>
      </DialogFoot>
    </form>
  );
}

function sayChange(count: number, answered: number): string {
  const becomes = countWords(count, 'question becomes', 'questions become');
  if (answered === 0) return `${becomes} not applicable.`;
  return `${becomes} not applicable. ${countWords(answered, 'answer is', 'answers are')} removed.`;
}
