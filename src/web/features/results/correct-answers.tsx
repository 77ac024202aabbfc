import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import type { ResponseDetail } from '#domain/responses/response.ts';
import { AnswerField } from '#web/ui/answers/answer-controls.tsx';
import { DialogFoot } from '#web/ui/dialog-foot.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { useCorrect } from './correct-response.ts';
import classes from './corrections.module.css';

type Props = { response: ResponseDetail; onDone: () => void };

const longestReason = 2_000;

/** Shows the answers of a response as a form. Saving keeps the former answers as a revision. */
export function CorrectAnswers({ response, onDone }: Props) {
  const { mutate, isPending } = useCorrect(response.id, onDone);
  const [given, setGiven] = useState<Readonly<Record<number, Answer>>>({});
  const [reason, setReason] = useState('');
  const needsReason = response.canCorrect === 'with-reason';
  const responseAnswers = response.questions.flatMap((question) => {
    const answer = given[question.id];
    return answer && isOther(question, answer) ? [{ questionId: question.id, ...answer }] : [];
  });
  const isReady = responseAnswers.length > 0 && (!needsReason || reason.trim() !== '');
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
        {response.questions.map((question, place) => (
          <AnswerField
            key={question.id}
            label={`${place + 1}. ${question.text}`}
            question={question}
            answer={given[question.id] ?? question}
            onAnswer={(answer) => setGiven({ ...given, [question.id]: answer })}
          />
        ))}
        <Textarea
          label="Reason"
          description={needsReason ? 'Shown with the correction' : 'Optional'}
          required={needsReason}
          autosize
          minRows={2}
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

/** Scrolls to the form. It replaces the details, which the user had scrolled to their end. */
function beginHere(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
  focusOn(element);
}

function isOther(one: Answer, other: Answer): boolean {
  return one.answerId !== other.answerId || (one.textValue ?? '') !== (other.textValue ?? '');
}
