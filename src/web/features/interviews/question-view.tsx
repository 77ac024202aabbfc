import { Title } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';

import { isChoice } from '#domain/surveys/question.ts';
import { ChoiceAnswer, needOf } from '#web/ui/choice-answer.tsx';
import { TextAnswer } from '#web/ui/text-answer.tsx';

import {
  currentEntry,
  currentQuestion,
  currentText,
  type InterviewAction,
  type InterviewState,
} from './interview-state.ts';
import classes from './interview.module.css';

type Props = {
  state: InterviewState;
  act: (action: InterviewAction) => void;
  answersRef: RefObject<HTMLDivElement | null>;
};

/** The question's words, and what it can be answered with. */
export function QuestionView({ state, act, answersRef }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const question = currentQuestion(state);
  const id = question?.id;
  useEffect(() => {
    // Announces the question, and leads the next Tab to its answers.
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [id]);
  if (!question) return null;
  const entry = currentEntry(state);
  return (
    <section className={classes.question} aria-labelledby="question">
      <Title
        order={2}
        id="question"
        ref={heading}
        tabIndex={-1}
        className={classes.words}
        aria-describedby="question-place question-need"
      >
        {question.text}
      </Title>
      <p id="question-need" className={classes.need}>
        {needOf(question)}
      </p>
      <div ref={answersRef} key={question.id}>
        {isChoice(question.type) ? (
          <ChoiceAnswer
            question={question}
            labelledBy="question"
            chosen={entry?.answerId ?? null}
            onChoose={(answerId) => act({ type: 'choose', answerId, at: Date.now() })}
          />
        ) : (
          <TextAnswer
            isLong={question.type === 'textarea'}
            isRequired={question.required}
            labelledBy="question"
            text={currentText(state)}
            onWrite={(text) => act({ type: 'write', text, at: Date.now() })}
          />
        )}
      </div>
    </section>
  );
}
