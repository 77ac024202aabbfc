import { useEffect, useRef } from 'react';

import { readAnswer } from '#domain/answers/answer-types.ts';
import type { LinkInterview, LinkQuestion } from '#domain/contacts/interview-by-link.ts';
import { longestNotes } from '#domain/interviews/merge-notes.ts';
import { countWords } from '#web/lib/format.ts';
import linkClasses from '#web/by-link/link-page.module.css';
import classes from './interview.module.css';
import type { Answers } from './use-answers.ts';

type Props = {
  interview: LinkInterview;
  answers: Answers;
  name: string;
  onGo: (place: number) => void;
};

/**
 * Shows all answers before the interview is completed, what is missing, and the comment on the whole interview.
 */
export function Overview({ interview, answers, name, onGo }: Props) {
  const { needs, asked, given } = answers;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, []);
  const [first] = needs.keys();
  return (
    <section aria-labelledby="overview" className={classes.question}>
      <h2 id="overview" ref={heading} tabIndex={-1}>
        Your answers
      </h2>
      {first !== undefined && (
        <div className={linkClasses.card} role="group" aria-label="Missing">
          <p>
            {countWords(needs.size, 'question still needs', 'questions still need')} an answer
            before you can complete.
          </p>
          <button type="button" className={linkClasses.primary} onClick={() => onGo(first)}>
            Go to the first one
          </button>
        </div>
      )}
      <ol className={classes.lines}>
        {asked.map((place, at) => (
          <Line
            key={interview.questions[place]?.id}
            question={interview.questions[place]}
            former={interview.questions[asked[at - 1] ?? -1]}
            {...{ answers, place, onGo }}
          />
        ))}
      </ol>
      <label className={classes.field}>
        Anything to add? (optional)
        <textarea
          rows={3}
          maxLength={longestNotes}
          value={given.notes}
          onChange={({ currentTarget }) => answers.note(currentTarget.value)}
        />
      </label>
      <p className={linkClasses.soft}>
        Once you complete, the answers cannot be changed here. They are sent in the name of {name}.
      </p>
      <button
        type="button"
        className={linkClasses.primary}
        disabled={first !== undefined}
        onClick={answers.complete}
      >
        Complete
      </button>
    </section>
  );
}

type LineProps = {
  question: LinkQuestion | undefined;
  /** The question before this one. */
  former: LinkQuestion | undefined;
  answers: Answers;
  place: number;
  onGo: (place: number) => void;
};

function Line({ question, former, answers, place, onGo }: LineProps) {
  if (!question) return null;
  const need = answers.needs.get(place);
  const note = answers.given.remarks[question.id] ?? '';
  const isNewSection = question.section !== undefined && question.section !== former?.section;
  return (
    <li>
      {isNewSection && <h3 dir="auto">{question.section}</h3>}
      <button type="button" className={classes.line} onClick={() => onGo(place)}>
        <span className={linkClasses.question} dir="auto">
          {question.text}
        </span>
        <span className={need ? linkClasses.critical : linkClasses.soft}>
          {need === 'reason' ? 'Needs a reason' : saidOf(question, answers, need !== undefined)}
        </span>
        {note !== '' && (
          <span className={linkClasses.soft}>
            Note: <bdi>{note}</bdi>
          </span>
        )}
      </button>
    </li>
  );
}

function saidOf(question: LinkQuestion, { given }: Answers, isNeeded: boolean): string {
  const entry = given.progress[question.id];
  if (question.waived) return 'No answer needed';
  if (entry?.na) return 'Not applicable';
  return readAnswer(question, entry) ?? (isNeeded ? 'Needs an answer' : 'No answer');
}
