import { UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconCircleDashed,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';

import type { EditionQuestion } from '#domain/surveys/edition.ts';

import { marksOf, type InterviewState, type QuestionMark } from './interview-state.ts';
import classes from './question-list.module.css';
import { WayToQuestion } from './way-to-question.tsx';

type Props = { state: InterviewState; onGo: (index: number) => void };

/**
 * Shows the question's number. A press opens the list of all questions with their marks, to jump to
 * one.
 */
export function QuestionList({ state, onGo }: Props) {
  const [isOpen, setOpen] = useState(false);
  const go = (index: number) => {
    setOpen(false);
    onGo(index);
  };
  return (
    <div>
      <UnstyledButton
        className={classes.place}
        aria-haspopup="dialog"
        disabled={state.overlong.answer !== undefined}
        onClick={() => setOpen(true)}
      >
        <span id="question-place">
          Question {state.index + 1} of {state.questions.length}
        </span>
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <WayToQuestion title="All questions" isOpen={isOpen} onClose={() => setOpen(false)} onGo={go}>
        {(way) => <Questions state={state} onGo={way} />}
      </WayToQuestion>
    </div>
  );
}

function Questions({ state, onGo }: Props) {
  const marks = marksOf(state);
  return (
    <ol className={classes.list}>
      {state.questions.map((question, index) => (
        <li key={question.id}>
          <UnstyledButton
            className={classes.question}
            aria-current={index === state.index ? 'step' : undefined}
            data-autofocus={index === state.index || undefined}
            onClick={() => onGo(index)}
          >
            <span className={classes.number}>{index + 1}</span>
            <span className={classes.words}>{question.text}</span>
            <Mark question={question} mark={marks[index] ?? 'open'} />
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows a question's mark in words and with a shape. An optional question that was not reached has
 * no mark.
 */
function Mark({ question, mark }: { question: EditionQuestion; mark: QuestionMark }) {
  if (mark === 'answered') return <Marked icon={IconCheck} mark={mark} words="Answered" />;
  const isSkipped = mark === 'skipped';
  if (question.required)
    return (
      <Marked
        icon={isSkipped ? IconAlertTriangle : IconCircleDashed}
        mark={isSkipped ? 'missing' : 'open'}
        words={isSkipped ? 'Skipped, required' : 'Required'}
      />
    );
  return isSkipped && <Marked icon={IconCircleDashed} mark={mark} words="Skipped" />;
}

type MarkedProps = { icon: Icon; mark: string; words: string };

function Marked({ icon: Shape, mark, words }: MarkedProps) {
  return (
    <span className={classes.mark} data-mark={mark}>
      <Shape size={16} aria-hidden />
      {words}
    </span>
  );
}
