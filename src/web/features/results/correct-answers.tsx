import { Button, Checkbox, Textarea } from '@mantine/core';
import { useState } from 'react';

import { isAskedNow } from '#domain/interviews/asked-now.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { longestNote } from '#domain/responses/further-fields.ts';
import { findUnexplainedNa } from '#domain/scoring/not-applicable.ts';
import { standingsOf, withContext } from '#domain/scoring/standing.ts';
import type { AskedQuestion, ResponseDetail } from '#domain/responses/response.ts';
import { AnswerField } from '#web/ui/answers/answer-controls.tsx';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';
import { useCorrect } from './correct-response.ts';
import classes from './corrections.module.css';

type Props = { response: ResponseDetail; onDone: () => void };

const longestReason = 2_000;

/** Shows the answers of a response as a form. Saving keeps the former answers as a revision. */
export function CorrectAnswers({ response, onDone }: Props) {
  const { mutate, isPending } = useCorrect(response.id, onDone);
  const [given, setGiven] = useState<Readonly<Record<number, GivenAnswer>>>({});
  const [reason, setReason] = useState('');
  const needsReason = response.canCorrect === 'with-reason';
  const shown = shownQuestions(response.questions, given);
  const responseAnswers = shown.flatMap(({ question }) => {
    const answer = given[question.id];
    return answer && isOther(question, answer) ? [answer] : [];
  });
  const isReady =
    responseAnswers.length > 0 &&
    (!needsReason || reason.trim() !== '') &&
    findUnexplainedNa(response.questions, responseAnswers).length === 0 &&
    responseAnswers.every(({ note = '' }) => note.trim().length <= longestNote);
  return (
    <form
      aria-label="Correct answers"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) mutate({ responseAnswers, reason });
      }}
    >
      <p className={classes.about} ref={beginHere} tabIndex={-1}>
        The former answers and score are kept, and shown below the new ones.
      </p>
      <div className={classes.fields}>
        {shown.map(({ question, number }) => (
          <CorrectAnswer
            key={question.id}
            label={`${number}. ${question.text}`}
            question={question}
            answer={given[question.id] ?? storedAnswer(question)}
            onAnswer={(answer) => setGiven((now) => ({ ...now, [question.id]: answer }))}
          />
        ))}
        <Textarea
          label="Reason"
          description={needsReason ? 'Shown with the correction' : 'Optional'}
          required={needsReason}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={longestReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
      <DialogFoot>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending} disabled={!isReady}>
          Save corrections
        </Button>
      </DialogFoot>
    </form>
  );
}

type AnswerProps = {
  label: string;
  question: AskedQuestion;
  answer: GivenAnswer;
  onAnswer: (answer: GivenAnswer) => void;
};

/**
 * Shows one answer. If the question allows it, or was already marked before that was disallowed, "Not
 * applicable" can be set and removed. A critical question then needs a reason, which is its note. Any other
 * note to the answer stays: the server keeps it.
 */
function CorrectAnswer({ label, question, answer, onAnswer }: AnswerProps) {
  const questionId = question.id;
  const isNa = answer.notApplicable === true;
  const without = { questionId, answerId: null, textValue: null };
  const { note = '' } = question;
  return (
    <div>
      {!isNa && (
        <AnswerField
          label={label}
          question={question}
          answer={answer}
          onAnswer={(next) => onAnswer({ questionId, ...next })}
        />
      )}
      {isNa && <p className={classes.asked}>{label}</p>}
      {(question.allowNa || question.notApplicable) && (
        <Checkbox
          className={classes.na ?? ''}
          label="Not applicable"
          aria-label={`Not applicable: ${label}`}
          checked={isNa}
          onChange={({ currentTarget: { checked } }) =>
            onAnswer(checked ? { ...without, notApplicable: true, note } : without)
          }
        />
      )}
      {isNa && question.critical && (
        <Textarea
          className={classes.na ?? ''}
          label="Why is it not applicable?"
          aria-label={`Why is it not applicable? ${label}`}
          description="A critical question needs a reason, kept as its note"
          {...mustFill}
          {...countText(answer.note ?? note, longestNote)}
          autosize
          minRows={2}
          maxRows={12}
          value={answer.note ?? note}
          onChange={(event) => onAnswer({ ...answer, note: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/**
 * Returns the questions that these answers show, with their numbers. A question that a correction
 * hides disappears from the form, and what was given for it is not sent.
 */
function shownQuestions(
  questions: readonly AskedQuestion[],
  given: Readonly<Record<number, GivenAnswer>>,
) {
  const answers = questions.map((question) => given[question.id] ?? storedAnswer(question));
  const asked = questions.filter(({ notAsked }) => !notAsked).map(({ id }) => id);
  const standings = standingsOf(questions, answers, withContext(questions, asked));
  return questions.flatMap((question, place) =>
    isAskedNow(standings[place]) ? [{ question, number: place + 1 }] : [],
  );
}

function storedAnswer({ id, answerId, textValue, notApplicable }: AskedQuestion): GivenAnswer {
  return { questionId: id, answerId, textValue, ...(notApplicable && { notApplicable }) };
}

/** Scrolls to the form. It replaces the details, which the user had scrolled to their end. */
function beginHere(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
  focusOn(element);
}

/**
 * Returns whether the answer differs from the stored one. The note is compared only when the form has changed
 * it.
 */
function isOther(one: AskedQuestion, other: GivenAnswer): boolean {
  return (
    one.answerId !== other.answerId ||
    (one.textValue ?? '') !== (other.textValue ?? '') ||
    (one.notApplicable ?? false) !== (other.notApplicable ?? false) ||
    (other.note !== undefined && other.note.trim() !== (one.note ?? ''))
  );
}
