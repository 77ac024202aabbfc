import type { DraggableProvidedDragHandleProps } from '@hello-pangea/dnd';
import { ActionIcon } from '@mantine/core';
import { IconAlertTriangle, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react';
import { memo } from 'react';

import { answerTypes } from '#domain/answers/answer-types.ts';
import { fewestOptions, type Question } from '#domain/surveys/question.ts';
import { countWords } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import classes from './question-card.module.css';

type Props = {
  question: Question;
  /** Null while the order cannot be changed. */
  handle?: DraggableProvidedDragHandleProps | null;
  /** True to show the question on one line: its text, type and weight, without its options. */
  isCompact?: boolean;
  /** Undefined when the question is read-only. */
  acts?: { onEdit: (question: Question) => void; onRemove: (question: Question) => void };
};

/** Shows one question in the author's list. */
export function QuestionCard({ question, handle = null, isCompact = false, acts }: Props) {
  const { order } = question;
  return (
    <article className={classes.card} data-compact={isCompact || undefined}>
      <div
        {...handle}
        className={classes.place}
        data-handle={handle !== null || undefined}
        aria-label={handle ? `Reorder question ${order}` : undefined}
      >
        <span className={classes.number}>{order}</span>
        {handle && <IconGripVertical size={18} stroke={1.75} aria-hidden />}
      </div>
      <CardWords question={question} isCompact={isCompact} />
      {acts && <Acts question={question} {...acts} />}
    </article>
  );
}

type ActsProps = NonNullable<Props['acts']> & { question: Question };

function Acts({ question, onEdit, onRemove }: ActsProps) {
  const { order } = question;
  return (
    <div className={classes.acts}>
      <ActionIcon
        variant="subtle"
        size="lg"
        aria-label={`Edit question ${order}`}
        onClick={() => onEdit(question)}
      >
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={`Delete question ${order}`}
        onClick={() => onRemove(question)}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The expensive part of the card. It does not render again during a drag. */
const CardWords = memo(function CardWords({
  question,
  isCompact,
}: {
  question: Question;
  isCompact: boolean;
}) {
  const { text, type, required, critical, code, section, answers } = question;
  const { hasOptions } = answerTypes[type];
  return (
    <div className={classes.words}>
      <h3 className={classes.text} dir="auto" title={isCompact ? text : undefined}>
        {text}
      </h3>
      <p className={classes.facts}>
        {required && <StatusBadge tone="accent">Required</StatusBadge>}
        {critical && <StatusBadge tone="neutral">Critical</StatusBadge>}
        {code !== null && <span className={classes.code}>{code}</span>}
        {factsOf(question).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
        {section !== '' && (
          <span className={classes.section} dir="auto">
            {section}
          </span>
        )}
      </p>
      {hasOptions && answers.length < fewestOptions && (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          Needs at least two options; not asked until then
        </p>
      )}
      {!isCompact && <Options answers={answers} />}
    </div>
  );
});

function factsOf({ type, weight, kpeCategory, showIf, answers }: Question): string[] {
  const { name, hasOptions } = answerTypes[type];
  return [
    name,
    ...(hasOptions ? [countWords(answers.length, 'option')] : []),
    `Weight ${weight}`,
    kpeCategory ?? 'No category',
    ...(showIf ? ['Conditional'] : []),
  ];
}

const shownOptions = 3;

function Options({ answers }: Pick<Question, 'answers'>) {
  if (answers.length === 0) return null;
  const more = answers.length - shownOptions;
  return (
    <ul className={classes.options}>
      {answers.slice(0, shownOptions).map(({ id, text, score }) => (
        <li key={id}>
          <span dir="auto">{text}</span>
          <b>{countWords(score, 'point')}</b>
        </li>
      ))}
      {more > 0 && <li className={classes.more}>+{more} more options</li>}
    </ul>
  );
}
