import { Title } from '@mantine/core';
import { IconChevronDown, IconShieldOff } from '@tabler/icons-react';
import { useEffect, useRef, type RefObject } from 'react';

import type { InterviewQuestion } from '#domain/waivers/asked-with-waivers.ts';
import { formatDay } from '#web/lib/format.ts';
import type { DraftReturned } from '#web/offline/store/returned-records.ts';
import { AskedAnswer } from '#web/ui/answers/answer-controls.tsx';
import { needOf } from '#web/ui/answers/need-of.ts';
import { usePressGuard } from '#web/ui/use-press-guard.ts';
import { pageClock } from '#web/offline/drafts/page-clock.ts';
import {
  currentQuestion,
  shownAnswer,
  type InterviewAction,
  type InterviewState,
} from '#web/features/interviews/interview-state.ts';
import classes from '#web/features/interviews/interview.module.css';

import { isForContext } from './asked-questions.ts';
import { BesideAnswer } from './beside-answer.tsx';
import type { KeptEvidence } from './evidence-of-answer.tsx';
import { LastTime } from './last-time.tsx';
import { RemarksOnQuestion } from './returned-remarks.tsx';
import { SectionMenu } from './section-menu.tsx';
import { hasSections } from './sections.ts';

type Props = {
  state: InterviewState;
  kept: KeptEvidence;
  /** The re-assessment round whose last answers are shown; undefined in any other interview. */
  lastRound?: number | undefined;
  /** The returned response that is corrected; undefined in any other interview. */
  returned?: DraftReturned | undefined;
  act: (action: InterviewAction) => void;
  answersRef: RefObject<HTMLDivElement | null>;
};

/**
 * Shows the question and the control that answers it, and what the survey's rules add: its section,
 * guidance, not applicable, a note, and evidence.
 */
export function QuestionView({ state, kept, lastRound, returned, act, answersRef }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const question = currentQuestion(state);
  const id = question?.id;
  // After the interview has gone on by itself, the second tap of a double tap would choose an option of the new
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
      {hasSections(state) && <SectionMenu state={state} act={act} />}
      <Title
        order={2}
        id="question"
        dir="auto"
        ref={heading}
        tabIndex={-1}
        className={classes.words}
        aria-describedby="question-place question-need"
      >
        {question.text}
      </Title>
      <p id="question-need" className={classes.need}>
        {needWords(question, isForContext(state))}
      </p>
      {lastRound !== undefined && (
        <LastTime key={`last ${id}`} roundId={lastRound} question={question} />
      )}
      <RemarksOnQuestion returned={returned} questionId={question.id} />
      {question.waived && (
        <p className={classes.waived}>
          <IconShieldOff size={18} aria-hidden /> {waivedWords(question.waived)}
        </p>
      )}
      {question.guidance && <Guidance key={`guidance ${id}`} text={question.guidance} />}
      <div ref={answersRef} key={question.id} {...(state.goneOn > 0 && guard)}>
        <AskedAnswer
          question={question}
          labelledBy="question"
          answer={shownAnswer(state)}
          onAnswer={(answer) => act({ type: 'answer', answer, at: pageClock.now() })}
        />
      </div>
      {state.usesRules && <BesideAnswer key={`beside ${id}`} {...{ question, state, kept, act }} />}
    </section>
  );
}

/** Returns whether the question needs an answer, with its code, and whether it is critical. */
function needWords(question: InterviewQuestion, forContext: boolean): string {
  const { code, critical } = question;
  if (question.waived) return ['No answer needed', code].filter(Boolean).join(' · ');
  const context = forContext && 'Asked for context, not counted';
  return [needOf(question), critical && 'Critical', code, context].filter(Boolean).join(' · ');
}

/** Returns for example "Waived until 12 Mar 2026: the lift is rebuilt". */
function waivedWords({ validTo, reason }: NonNullable<InterviewQuestion['waived']>): string {
  return `Waived until ${formatDay(validTo)}: ${reason}`;
}

function Guidance({ text }: { text: string }) {
  return (
    <details className={classes.guidance}>
      <summary>
        Guidance
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <p dir="auto">{text}</p>
    </details>
  );
}
