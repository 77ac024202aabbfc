import { Title } from '@mantine/core';
import { useEffect, useRef, type RefObject } from 'react';

import { AskedAnswer } from '#web/ui/answers/answer-controls.tsx';
import { needOf } from '#web/ui/answers/need-of.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';

import {
  currentQuestion,
  shownAnswer,
  type InterviewAction,
  type InterviewState,
} from './interview-state.ts';
import classes from './interview.module.css';

type Props = {
  state: InterviewState;
  act: (action: InterviewAction) => void;
  answersRef: RefObject<HTMLDivElement | null>;
};

/** Shows the question and the control that answers it. */
export function QuestionView({ state, act, answersRef }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const question = currentQuestion(state);
  const id = question?.id;
  // After going on by itself, the second tap of a double tap would choose an option of the new
  // question.
  const { 'aria-disabled': _, ...guard } = usePressGuard(`gone on ${state.goneOn}`);
  useEffect(() => {
    // A screen reader then reads the question, and the next Tab reaches its answers.
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [id]);
  if (!question) return null;
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
      <div ref={answersRef} key={question.id} {...(state.goneOn > 0 && guard)}>
        <AskedAnswer
          question={question}
          labelledBy="question"
          answer={shownAnswer(state)}
          onAnswer={(answer) => act({ type: 'answer', answer, at: Date.now() })}
        />
      </div>
    </section>
  );
}
