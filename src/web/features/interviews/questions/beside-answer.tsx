import { Button, Textarea } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleOff, IconNote } from '@tabler/icons-react';
import { useState } from 'react';

import { longestNote } from '#domain/responses/further-fields.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';
import { pageClock } from '#web/offline/drafts/page-clock.ts';
import {
  currentRemark,
  needsReason,
  type InterviewAction,
  type InterviewState,
} from '#web/features/interviews/interview-state.ts';
import classes from '#web/features/interviews/interview.module.css';

import { EvidenceOfAnswer, type KeptEvidence } from './evidence-of-answer.tsx';

type Props = {
  question: EditionQuestion;
  state: InterviewState;
  kept: KeptEvidence;
  act: (action: InterviewAction) => void;
};

/**
 * Shows what a person can add to the answer: that the question is not applicable, a note, and evidence. A
 * critical question that is not applicable needs the note as its reason.
 */
export function BesideAnswer({ question, state, kept, act }: Props) {
  const isNa = state.standings[state.index] === 'not-applicable';
  const isWaived = state.standings[state.index] === 'waived';
  const isReason = isNa && question.critical === true;
  const remark = currentRemark(state);
  const [isOpen, setOpen] = useState(remark !== '');
  // The note takes the focus when the person asks for it, and not when they come to the question.
  const [takesFocus, setTakesFocus] = useState(false);
  const mark = () => {
    const is = !isNa;
    setTakesFocus(is && question.critical === true && remark.trim() === '');
    act({ type: 'notApplicable', is, at: pageClock.now() });
  };
  const isShown = isOpen || isReason || remark !== '';
  return (
    <div className={classes.beside}>
      {question.allowNa && !isWaived && <NotApplicable is={isNa} onPress={mark} />}
      {!isShown && (
        <Button
          variant="subtle"
          color="gray"
          className={classes.quiet}
          leftSection={<IconNote size={18} aria-hidden />}
          onClick={() => {
            setTakesFocus(true);
            setOpen(true);
          }}
        >
          Add a note
        </Button>
      )}
      {isShown && (
        <RemarkField
          // A new key makes a new field when it begins to ask for a reason, so that it can take the focus.
          key={isReason ? 'reason' : 'note'}
          takesFocus={takesFocus}
          isReason={isReason}
          isMissing={needsReason(state, state.index)}
          remark={remark}
          onType={(text) => {
            setOpen(true);
            act({ type: 'remark', text, at: pageClock.now() });
          }}
        />
      )}
      <EvidenceOfAnswer {...{ question, state, kept, act }} />
    </div>
  );
}

function NotApplicable({ is, onPress }: { is: boolean; onPress: () => void }) {
  const Shape = is ? IconCircleCheckFilled : IconCircleOff;
  return (
    <Button
      variant={is ? 'light' : 'subtle'}
      {...(!is && { color: 'gray' })}
      aria-pressed={is}
      className={classes.quiet}
      leftSection={<Shape size={18} aria-hidden />}
      onClick={onPress}
    >
      Not applicable
    </Button>
  );
}

type FieldProps = {
  takesFocus: boolean;
  isReason: boolean;
  isMissing: boolean;
  remark: string;
  onType: (text: string) => void;
};

function RemarkField({ takesFocus, isReason, isMissing, remark, onType }: FieldProps) {
  const count = countText(remark, longestNote);
  const description = count.description ?? (isMissing && 'A critical question needs a reason');
  return (
    <Textarea
      ref={takesFocus ? focusOn : null}
      className={classes.remark}
      label={isReason ? 'Why is it not applicable?' : 'Note on this answer'}
      {...(isReason && mustFill)}
      {...count}
      description={description || undefined}
      rows={2}
      classNames={{ input: classes.remarkInput ?? '' }}
      value={remark}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  );
}
