import { Button, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';

import type { SectionChange } from '#domain/interviews/sections.ts';
import { longestNote } from '#domain/responses/further-fields.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { changeInWords, sectionWords, stayInWords } from '#web/lib/section-words.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';

import classes from './section-menu.module.css';
import { WayToQuestion } from './way-to-question.tsx';

type Props = {
  name: string;
  change: SectionChange<EditionQuestion>;
  isOpen: boolean;
  onClose: () => void;
  onMark: (places: readonly number[], reason: string) => void;
};

/**
 * Shows the dialog that says what marking a section not applicable does. It asks for one reason if it marks a
 * critical question. Then it leads to the next question that still needs an answer.
 */
export function SectionNotApplicable({ name, change, isOpen, onClose, onMark }: Props) {
  // The content stays the same while the dialog closes.
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
  change: SectionChange<EditionQuestion>;
  reason: string;
  onReason: (reason: string) => void;
  onMark: () => void;
  onClose: () => void;
};

function Marking({ change, reason, onReason, onMark, onClose }: MarkingProps) {
  const { needsReason, stay } = change;
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
        <p>{changeInWords(change)}</p>
        {stay.length > 0 && (
          <div>
            <p>{stayInWords(change)}</p>
            <ul className={classes.stay}>
              {stay.map(({ id, text }) => (
                <li key={id} dir="auto">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        )}
        {needsReason && (
          <Textarea
            data-autofocus
            label={sectionWords.why}
            description={sectionWords.whereKept}
            {...mustFill}
            {...count}
            error={count.error ?? (wasPressed && isMissing && sectionWords.reasonMissing)}
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
          {sectionWords.confirm}
        </Button>
      </DialogFoot>
    </form>
  );
}
