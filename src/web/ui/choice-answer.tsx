import { IconCheck } from '@tabler/icons-react';

import type { EditionQuestion } from '#domain/surveys/edition.ts';

import classes from './choice-answer.module.css';

type Props = {
  question: EditionQuestion;
  /** The id of the element that holds the question's words. */
  labelledBy: string;
  chosen: number | null;
  onChoose: (answerId: number) => void;
};

/** Short labels of a scale stand side by side. */
const shortLabel = 3;

/** Below a question's words: whether it needs an answer, and how many boxes it takes. */
export function needOf({ type, required }: EditionQuestion): string {
  const need = required ? 'Required' : 'Optional';
  return type === 'checkbox' ? `${need} · one answer; choose it again to clear it` : need;
}

/**
 * One choice of several, as an interview asks for it. A checkbox question differs in one thing: its
 * choice can be taken back by choosing it again.
 */
export function ChoiceAnswer({ question, labelledBy, chosen, onChoose }: Props) {
  const { type, answers, required } = question;
  const canTakeBack = type === 'checkbox';
  const isRow = type === 'scale' && answers.every(({ text }) => text.length <= shortLabel);
  return (
    <div
      role={canTakeBack ? 'group' : 'radiogroup'}
      aria-labelledby={labelledBy}
      aria-required={canTakeBack ? undefined : required}
      className={classes.options}
      data-row={isRow || undefined}
    >
      {answers.map(({ id, text }, place) => (
        <label key={id} className={classes.option}>
          <input
            type={canTakeBack ? 'checkbox' : 'radio'}
            name={`${labelledBy}-answer`}
            className={classes.input}
            checked={chosen === id}
            onChange={() => onChoose(id)}
          />
          <span className={classes.mark} data-kind={canTakeBack ? 'box' : 'dot'} aria-hidden>
            {canTakeBack && <IconCheck size={16} stroke={3} />}
          </span>
          <span className={classes.words}>{text}</span>
          <kbd className={classes.key} aria-hidden>
            {place + 1}
          </kbd>
        </label>
      ))}
    </div>
  );
}
