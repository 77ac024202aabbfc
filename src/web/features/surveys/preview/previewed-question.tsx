import { useId, useRef, type RefObject } from 'react';

import type { Answer } from '#domain/answers/answer-type.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { AskedAnswer } from '#web/ui/answers/answer-controls.tsx';
import { needOf } from '#web/ui/answers/need-of.ts';
import { useAnswerKeys } from '#web/ui/answers/use-answer-keys.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { Folded } from '#web/features/surveys/folded.tsx';
import classes from './previewed-question.module.css';

type Props = {
  question: EditionQuestion;
  answer: Answer | null;
  onAnswer: (answer: Answer) => void;
  /** The button that goes to the next question, if there is one. */
  nextRef?: RefObject<HTMLButtonElement | null>;
};

/** Shows a question as the interview does, so that its author can try it. No answer is stored. */
export function PreviewedQuestion({ question, answer, onAnswer, nextRef }: Props) {
  const wordsId = useId();
  const answers = useRef<HTMLDivElement>(null);
  useAnswerKeys(answers, nextRef);
  return (
    <>
      {question.section !== undefined && (
        <p className={classes.section} dir="auto">
          {question.section}
        </p>
      )}
      <p
        id={wordsId}
        className={classes.words}
        dir="auto"
        ref={focusOn}
        tabIndex={-1}
        data-autofocus
      >
        {question.text}
      </p>
      <p className={classes.need}>{needOf(question)}</p>
      {question.guidance !== undefined && (
        <div className={classes.guidance}>
          <Folded label="Guidance">
            <p dir="auto">{question.guidance}</p>
          </Folded>
        </div>
      )}
      <div ref={answers}>
        <AskedAnswer {...{ question, answer, onAnswer }} labelledBy={wordsId} />
      </div>
    </>
  );
}
