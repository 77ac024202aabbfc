import { useEffect, useId, useRef, useState } from 'react';

import type { LinkInterview, LinkQuestion } from '#domain/contacts/interview-by-link.ts';
import { isDealtWith } from '#domain/interviews/asked-now.ts';
import { forecast, notApplicableIn, sectionsOf } from '#domain/interviews/sections.ts';
import type { SectionChange } from '#domain/interviews/sections.ts';
import linkClasses from '#web/by-link/link-page.module.css';
import { changeInWords, sectionName, sectionWords, stayInWords } from '#web/lib/section-words.ts';
import classes from './interview.module.css';
import { longestNote } from './longest-note.ts';
import type { Answers } from './use-answers.ts';

type Props = {
  interview: LinkInterview;
  answers: Answers;
  /** The place of the question on the screen. */
  place: number;
  onGo: (place: number) => void;
};

/**
 * Shows the button that marks the question's section not applicable, if one of its questions allows that. Once
 * marked, the button takes that back. It has the same rules and words as the app's interview (rule 68).
 */
export function SectionNotApplicable({ interview, answers, place, onGo }: Props) {
  const [isMarking, setMarking] = useState(false);
  const asking = { questions: interview.questions, ...answers };
  const section = sectionsOf(asking).find(({ places }) => places.includes(place));
  if (!section || interview.questions.every((question) => question.section === undefined))
    return null;
  const change = forecast(asking, section);
  const marked = notApplicableIn(asking, section);
  const canMark = change.places.length > 0;
  if (!canMark && marked.length === 0) return null;
  if (isMarking && canMark)
    return (
      <Marking
        name={sectionName(section)}
        change={change}
        onClose={() => setMarking(false)}
        onMark={(reason) => {
          answers.markAll(change.places, reason);
          onGo(nextOf(answers, change.places) ?? interview.questions.length);
        }}
      />
    );
  return (
    <button
      type="button"
      className={linkClasses.quiet}
      onClick={canMark ? () => setMarking(true) : () => answers.takeBackAll(marked)}
    >
      {canMark ? sectionWords.mark : sectionWords.takeBack}
    </button>
  );
}

/** Returns the place of the next question that needs an answer after these are marked. */
function nextOf({ asked, standings }: Answers, marked: readonly number[]): number | undefined {
  const first = marked[0] ?? 0;
  return asked.find((one) => one >= first && !marked.includes(one) && !isDealtWith(standings[one]));
}

type MarkingProps = {
  name: string;
  change: SectionChange<LinkQuestion>;
  onClose: () => void;
  onMark: (reason: string) => void;
};

/** Says what marking the section does, and asks for one reason if a critical question needs one. */
function Marking({ name, change, onClose, onMark }: MarkingProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [reason, setReason] = useState('');
  const [wasPressed, setPressed] = useState(false);
  useEffect(() => heading.current?.focus(), []);
  const isMissing = change.needsReason && reason.trim() === '';
  const mark = () => {
    setPressed(true);
    if (!isMissing) onMark(reason.trim());
  };
  return (
    <section className={linkClasses.card} aria-labelledby={id}>
      <h3 id={id} ref={heading} tabIndex={-1}>
        “{name}” is not applicable
      </h3>
      <p>{changeInWords(change)}</p>
      {change.stay.length > 0 && (
        <>
          <p>{stayInWords(change)}</p>
          <ul>
            {change.stay.map((question) => (
              <li key={question.id} dir="auto">
                {question.text}
              </li>
            ))}
          </ul>
        </>
      )}
      {change.needsReason && (
        <label className={classes.field}>
          {sectionWords.why}
          <span className={linkClasses.soft}>{sectionWords.whereKept}</span>
          <textarea
            rows={3}
            maxLength={longestNote}
            value={reason}
            aria-required
            aria-invalid={wasPressed && isMissing}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        </label>
      )}
      {wasPressed && isMissing && (
        <p className={linkClasses.error} role="alert">
          {sectionWords.reasonMissing}
        </p>
      )}
      <div className={linkClasses.buttons}>
        <button type="button" className={linkClasses.primary} onClick={mark}>
          {sectionWords.confirm}
        </button>
        <button type="button" className={linkClasses.quiet} onClick={onClose}>
          Cancel
        </button>
      </div>
    </section>
  );
}
