import { IconCheck } from '@tabler/icons-react';

import { answerTypes, chooseOption } from '#domain/answers/answer-types.ts';

import type { AskedProps } from './answer-control.ts';
import classes from './choice-answer.module.css';

/** The most characters of a label with which the steps of a scale are side by side. */
const shortLabel = 3;

/** Renders the steps of a scale. */
export function ScaleAnswer(props: AskedProps) {
  return (
    <ChoiceAnswer
      {...props}
      isRow={props.question.answers.every(({ text }) => text.length <= shortLabel)}
    />
  );
}

/**
 * Renders options of which the person chooses one. If the type allows clearing the answer by
 * choosing it again, the options look like checkboxes.
 */
export function ChoiceAnswer({
  question,
  labelledBy,
  answer,
  onAnswer,
  isRow = false,
}: AskedProps & { isRow?: boolean }) {
  const { type, answers, required } = question;
  const canTakeBack = answerTypes[type].canTakeBack === true;
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
            checked={answer?.answerId === id}
            onChange={() => onAnswer(chooseOption(question, answer, id))}
          />
          <span className={classes.mark} data-kind={canTakeBack ? 'box' : 'dot'} aria-hidden>
            {canTakeBack && <IconCheck size={16} stroke={3} />}
          </span>
          <span className={classes.words} dir="auto">
            {text}
          </span>
          <kbd className={classes.key} aria-hidden>
            {place + 1}
          </kbd>
        </label>
      ))}
    </div>
  );
}
