import {
  DragDropContext,
  Draggable,
  Droppable,
  type DragStart,
  type DragUpdate,
  type DropResult,
  type ResponderProvided,
} from '@hello-pangea/dnd';
import { memo, useState } from 'react';

import type { Question } from '#domain/surveys/question.ts';
import { moveQuestion } from './arrange-questions.ts';
import { QuestionCard } from './question-card.tsx';
import classes from './question-list.module.css';
import { useDeleteQuestion, useReorderQuestions } from './question-writes.ts';

type Props = {
  surveyId: number;
  questions: readonly Question[];
  canReorder: boolean;
  /** True to show each question on one line instead of a card. */
  isCompact: boolean;
  onEdit: (question: Question) => void;
};

/** Shows the questions. The author reorders them by dragging or by keyboard. */
export function QuestionList({ surveyId, questions, canReorder, isCompact, onEdit }: Props) {
  const remove = useDeleteQuestion(surveyId);
  const { shown, move } = useMoved(surveyId, questions);
  return (
    <DragDropContext
      dragHandleUsageInstructions="Press Space to pick the question up, the arrow keys to move it, Space again to put it down, and Escape to leave it where it was."
      onDragStart={tellStart}
      onDragUpdate={(update, provided) => tellPlace(update, provided, shown.length)}
      onDragEnd={(result, provided) => {
        tellEnd(result, provided);
        move(result);
      }}
    >
      <Droppable droppableId="questions">
        {(droppable) => (
          <ol
            ref={droppable.innerRef}
            {...droppable.droppableProps}
            className={classes.list}
            aria-label="Questions"
          >
            {shown.map((question, index) => (
              <Item
                key={question.id}
                question={question}
                index={index}
                canReorder={canReorder}
                isCompact={isCompact}
                onEdit={onEdit}
                onRemove={remove}
              />
            ))}
            {droppable.placeholder}
          </ol>
        )}
      </Droppable>
    </DragDropContext>
  );
}

/**
 * Returns the questions in their new order from the moment of the drop, until the list itself has
 * that order.
 */
function useMoved(surveyId: number, questions: readonly Question[]) {
  const reorder = useReorderQuestions(surveyId);
  const [moved, setMoved] = useState<{ from: readonly Question[]; to: readonly Question[] }>();
  if (moved && moved.from !== questions) setMoved(undefined);
  const shown = moved?.from === questions ? moved.to : questions;
  const move = ({ source, destination }: DropResult) => {
    if (!destination || destination.index === source.index) return;
    const to = moveQuestion(shown, source.index, destination.index);
    setMoved({ from: questions, to });
    reorder(to);
  };
  return { shown, move };
}

type ItemProps = {
  question: Question;
  /** 0 for the first. */
  index: number;
  canReorder: boolean;
  isCompact: boolean;
  onEdit: (question: Question) => void;
  onRemove: (question: Question) => void;
};

/** Renders again only when its question or place changes, because there may be hundreds. */
const Item = memo(function Item({ question, index, canReorder, isCompact, ...acts }: ItemProps) {
  return (
    <Draggable draggableId={String(question.id)} index={index} isDragDisabled={!canReorder}>
      {(draggable, { isDragging }) => (
        <li
          ref={draggable.innerRef}
          {...draggable.draggableProps}
          className={classes.item}
          data-compact={isCompact || undefined}
          data-dragging={isDragging || undefined}
        >
          <QuestionCard
            question={question}
            handle={canReorder ? draggable.dragHandleProps : null}
            isCompact={isCompact}
            acts={acts}
          />
        </li>
      )}
    </Draggable>
  );
});

function tellStart({ source }: DragStart, { announce }: ResponderProvided): void {
  announce(`Question ${source.index + 1} picked up.`);
}

function tellPlace(
  { destination }: DragUpdate,
  { announce }: ResponderProvided,
  count: number,
): void {
  announce(
    destination
      ? `Now at place ${destination.index + 1} of ${count}.`
      : 'Not over the list: it would go back to its place.',
  );
}

function tellEnd({ source, destination, reason }: DropResult, { announce }: ResponderProvided) {
  announce(
    reason === 'CANCEL' || !destination
      ? `Left where it was, at place ${source.index + 1}.`
      : `Question ${source.index + 1} put down at place ${destination.index + 1}.`,
  );
}
