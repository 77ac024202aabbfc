import { UnstyledButton } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconCircleDashed,
  IconCircleOff,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';

import { countWords } from '#web/lib/format.ts';
import { Say } from '#web/ui/notices/say.tsx';
import {
  isStuck,
  needsReason,
  type InterviewState,
} from '#web/features/interviews/interview-state.ts';

import { marksOf, numberOf, type QuestionMark } from './asked-questions.ts';
import classes from './question-list.module.css';
import { WayToQuestion } from './way-to-question.tsx';

type Props = { state: InterviewState; onGo: (index: number) => void };

/**
 * Shows the question's number among those that are asked. A press opens the list of them all with
 * their marks, to jump to one. Screen readers read out when an answer changes how many are asked.
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
        disabled={isStuck(state)}
        onClick={() => setOpen(true)}
      >
        <span id="question-place">
          Question {numberOf(state, state.index)} of {state.asked.length}
        </span>
        <IconChevronDown size={16} aria-hidden />
      </UnstyledButton>
      <AskedChange count={state.asked.length} />
      <WayToQuestion title="All questions" isOpen={isOpen} onClose={() => setOpen(false)} onGo={go}>
        {(way) => <Questions state={state} onGo={way} />}
      </WayToQuestion>
    </div>
  );
}

/** Says how many questions more or fewer are asked than before. */
function AskedChange({ count }: { count: number }) {
  const [latest, setLatest] = useState({ count, more: 0 });
  if (latest.count !== count) setLatest({ count, more: count - latest.count });
  const { more } = latest;
  if (more === 0) return null;
  const words = countWords(Math.abs(more), `${more > 0 ? 'more' : 'fewer'} question`);
  // With a new key, a screen reader reads the same words again when the same number is added once more.
  return <Say key={count} words={words} />;
}

function Questions({ state, onGo }: Props) {
  const marks = marksOf(state);
  return (
    <ol className={classes.list}>
      {state.asked.map((index, place) => (
        <li key={index}>
          <UnstyledButton
            className={classes.question}
            aria-current={index === state.index ? 'step' : undefined}
            data-autofocus={index === state.index || undefined}
            onClick={() => onGo(index)}
          >
            <span className={classes.number}>{place + 1}</span>
            <span className={classes.words} dir="auto">
              {state.questions[index]?.text}
            </span>
            <Mark
              isRequired={state.questions[index]?.required === true}
              lacksReason={needsReason(state, index)}
              mark={marks[place] ?? 'open'}
            />
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}

type MarkProps = { isRequired: boolean; lacksReason: boolean; mark: QuestionMark };

/**
 * Shows a question's mark in words and with a shape. An optional question that was not reached has
 * no mark.
 */
function Mark({ isRequired, lacksReason, mark }: MarkProps) {
  if (mark === 'answered') return <Marked icon={IconCheck} mark={mark} words="Answered" />;
  if (lacksReason)
    return <Marked icon={IconAlertTriangle} mark="missing" words="Not applicable, no reason" />;
  if (mark === 'not-applicable')
    return <Marked icon={IconCircleOff} mark={mark} words="Not applicable" />;
  const isSkipped = mark === 'skipped';
  if (isRequired)
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
