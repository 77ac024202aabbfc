import { useId, type KeyboardEvent } from 'react';

import type { ProgressEntry } from '#domain/interviews/progress.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { isChoice } from '#domain/surveys/question.ts';
import { ChoiceAnswer, needOf } from '#web/ui/choice-answer.tsx';
import { TextAnswer } from '#web/ui/text-answer.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import classes from './previewed-question.module.css';

type Props = {
  question: EditionQuestion;
  entry: ProgressEntry;
  onAnswer: (entry: ProgressEntry) => void;
};

/** A question as the interview shows it, to be tried: nothing that is answered is stored. */
export function PreviewedQuestion({ question, entry, onAnswer }: Props) {
  const wordsId = useId();
  const chosen = entry?.answerId ?? null;
  const choose = (answerId: number) => {
    const isTakenBack = question.type === 'checkbox' && chosen === answerId;
    onAnswer(isTakenBack ? null : { answerId, score: 0, textValue: null });
  };
  return (
    <div onKeyDown={(event) => chooseByKey(event, question, choose)} role="presentation">
      <p id={wordsId} className={classes.words} ref={focusOn} tabIndex={-1} data-autofocus>
        {question.text}
      </p>
      <p className={classes.need}>{needOf(question)}</p>
      {isChoice(question.type) ? (
        <ChoiceAnswer question={question} labelledBy={wordsId} chosen={chosen} onChoose={choose} />
      ) : (
        <TextAnswer
          isLong={question.type === 'textarea'}
          isRequired={question.required}
          labelledBy={wordsId}
          text={entry?.textValue ?? ''}
          onWrite={(textValue) => onAnswer({ answerId: null, score: 0, textValue })}
        />
      )}
    </div>
  );
}

/** 1–9 choose, as in an interview. */
function chooseByKey(
  event: KeyboardEvent,
  { type, answers }: EditionQuestion,
  choose: (answerId: number) => void,
): void {
  const option = /^[1-9]$/.test(event.key) ? answers[Number(event.key) - 1] : undefined;
  if (!option || !isChoice(type) || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  choose(option.id);
}
