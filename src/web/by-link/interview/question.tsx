import { useEffect, useRef, type ReactNode } from 'react';

import type { LinkInterview, LinkQuestion } from '#domain/contacts/interview-by-link.ts';
import { formatDay } from '#web/lib/format.ts';
import linkClasses from '#web/by-link/link-page.module.css';
import { entryOf, notApplicable } from './answers-state.ts';
import { AskedAnswer, needWords } from './asked-answer.tsx';
import classes from './interview.module.css';
import { longestNote } from './longest-note.ts';
import type { Answers } from './use-answers.ts';

type Props = {
  interview: LinkInterview;
  answers: Answers;
  question: LinkQuestion;
  /** What is shown below the question. */
  children: ReactNode;
};

/** Shows one question with its control and the parts that the survey's rules add. */
export function Question({ interview, answers, question, children }: Props) {
  const { id, text, section, guidance, waived } = question;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  const entry = answers.given.progress[id] ?? null;
  return (
    <section aria-labelledby="question" className={classes.question}>
      {section !== undefined && (
        <p className={linkClasses.soft} dir="auto">
          {section}
        </p>
      )}
      <h2 id="question" dir="auto" ref={heading} tabIndex={-1} aria-describedby="question-need">
        {text}
      </h2>
      <p id="question-need" className={linkClasses.soft}>
        {needWords(question)}
      </p>
      {waived && (
        <p className={linkClasses.note}>
          This does not count until {formatDay(waived.validTo)}: {waived.reason}
        </p>
      )}
      {guidance !== undefined && guidance !== '' && (
        <details className={classes.details}>
          <summary>What this means</summary>
          <p className={linkClasses.said} dir="auto">
            {guidance}
          </p>
        </details>
      )}
      <AskedAnswer
        question={question}
        labelledBy="question"
        answer={entry?.na ? null : entry}
        onAnswer={(answer) => answers.answer(id, entryOf(question, answer))}
      />
      {question.allowNa && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={entry?.na === true}
            onChange={({ currentTarget }) =>
              answers.answer(id, currentTarget.checked ? notApplicable : null)
            }
          />
          Not applicable at our hotel
        </label>
      )}
      {interview.takesNotes && <Note question={question} answers={answers} isNa={entry?.na} />}
      {children}
    </section>
  );
}

type NoteProps = { question: LinkQuestion; answers: Answers; isNa: true | undefined };

function Note({ question: { id, critical }, answers, isNa }: NoteProps) {
  const text = answers.given.remarks[id] ?? '';
  const isReason = isNa && critical;
  return (
    <details className={classes.details} open={isReason || text !== '' || undefined}>
      <summary>{isReason ? 'Reason' : 'Add a note'}</summary>
      <label className={classes.field}>
        {isReason ? 'Why is it not applicable?' : 'Note on this answer'}
        <textarea
          rows={3}
          maxLength={longestNote}
          value={text}
          aria-required={isReason}
          onChange={({ currentTarget }) => answers.remark(id, currentTarget.value)}
        />
      </label>
    </details>
  );
}
