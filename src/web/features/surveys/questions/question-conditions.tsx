import { ActionIcon, Button, Checkbox, Group, Select } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useId, useRef } from 'react';

import { mostConditions } from '#domain/surveys/condition.ts';
import type { Question } from '#domain/surveys/question.ts';
import { Segments } from '#web/ui/charts/segments.tsx';
import { blankCondition, earlierChoices, type ConditionDraft } from './condition-draft.ts';
import classes from './question-conditions.module.css';
import type { QuestionDraft } from './question-draft.ts';

export type MoreProps = {
  draft: QuestionDraft;
  errors: Readonly<Record<string, string>>;
  change: (fields: Partial<Omit<QuestionDraft, 'options'>>) => void;
  /** The questions of the survey. */
  questions: readonly Question[];
  /** The id of the question that is edited; undefined for a new one. */
  ownId: number | undefined;
};

/** Lets the author say under which conditions the question is asked (rule 62). */
export function QuestionConditions({ draft, errors, change, questions, ownId }: MoreProps) {
  const { showIf, order } = draft;
  const earlier = earlierChoices(questions, ownId, Number(order));
  const { list, add } = useFocusAfterChange(showIf.length);
  const title = useId();
  const set = (key: number, fields: Partial<ConditionDraft>) =>
    change({ showIf: showIf.map((one) => (one.key === key ? { ...one, ...fields } : one)) });
  return (
    // Not a `legend`: WebKit first counts its height twice here, and corrects that when a button is
    // pressed. The button then moves away from under the press.
    <fieldset aria-labelledby={title} className={classes.conditions}>
      <p id={title}>Show only if</p>
      {showIf.length > 0 && (
        <ol ref={list} className={classes.list}>
          {showIf.map((condition, place) => (
            <ConditionFields
              key={condition.key}
              condition={condition}
              place={place}
              choices={withChosen(earlier, questions, condition)}
              errors={errors}
              set={(fields) => set(condition.key, fields)}
              remove={() => change({ showIf: showIf.filter((one) => one !== condition) })}
            />
          ))}
        </ol>
      )}
      {errors['showIf'] !== undefined && (
        <p role="alert" className={classes.error}>
          {errors['showIf']}
        </p>
      )}
      <Group gap="sm">
        <Button
          ref={add}
          variant="default"
          size="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={showIf.length >= mostConditions || earlier.length === 0}
          onClick={() => change({ showIf: [...showIf, blankCondition(showIf)] })}
        >
          Add Condition
        </Button>
        <span className={classes.hint}>
          {earlier.length === 0
            ? 'No earlier question has answers to choose from.'
            : showIf.length > 1 && 'All of them must hold.'}
        </span>
      </Group>
    </fieldset>
  );
}

/**
 * Returns the earlier questions together with the chosen one, which may have moved after this question since.
 */
function withChosen(
  earlier: readonly Question[],
  questions: readonly Question[],
  { questionId }: ConditionDraft,
): readonly Question[] {
  const chosen = questions.find(({ id }) => id === questionId);
  return chosen && !earlier.includes(chosen) ? [...earlier, chosen] : earlier;
}

/** Focuses a new condition, and the button that adds one when a condition was removed. */
function useFocusAfterChange(count: number) {
  const list = useRef<HTMLOListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) list.current?.lastElementChild?.querySelector('input')?.focus();
    if (count < before.current) add.current?.focus();
    before.current = count;
  }, [count]);
  return { list, add };
}

type FieldsProps = {
  condition: ConditionDraft;
  /** 0 for the first. */
  place: number;
  choices: readonly Question[];
  errors: MoreProps['errors'];
  set: (fields: Partial<ConditionDraft>) => void;
  remove: () => void;
};

const verbs = [
  { value: 'is', label: 'is' },
  { value: 'isNot', label: 'is not' },
];

/** From this number of questions on, the list can be searched. */
const worthSearching = 20;
/** The most questions that the list shows. A longer list would take long to open. */
const mostShown = 100;

function ConditionFields({ condition, place, choices, errors, set, remove }: FieldsProps) {
  const { questionId, isNot, options } = condition;
  const at = `showIf.${place}`;
  const name = `condition ${place + 1}`;
  const parent = choices.find(({ id }) => id === questionId);
  return (
    <li className={classes.condition}>
      <Select
        aria-label={`Earlier question of ${name}`}
        placeholder="Choose a question"
        data={choices.map(({ id, order, text }) => ({
          value: String(id),
          label: `${order}. ${text}`,
        }))}
        value={questionId === null ? null : String(questionId)}
        onChange={(id) => set({ questionId: Number(id), options: [] })}
        searchable={choices.length > worthSearching}
        limit={mostShown}
        nothingFoundMessage="No earlier question has these words"
        allowDeselect={false}
        error={errors[`${at}.questionId`] ?? errors[at]}
      />
      <div className={classes.acts}>
        <Segments
          label={`How ${name} is answered`}
          choices={verbs}
          value={isNot ? 'isNot' : 'is'}
          onChange={(verb) => set({ isNot: verb === 'isNot' })}
        />
        <ActionIcon
          variant="subtle"
          color="red"
          size="lg"
          aria-label={`Remove ${name}`}
          onClick={remove}
        >
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      {parent && (
        <Checkbox.Group
          className={classes.options ?? ''}
          aria-label={`Answers of ${name}`}
          value={options.map(String)}
          onChange={(ids) => set({ options: ids.map(Number) })}
          error={errors[`${at}.is`] ?? errors[`${at}.isNot`]}
        >
          <Group gap="0.5rem 1.25rem">
            {parent.answers.map(({ id, text }) => (
              <Checkbox key={id} value={String(id)} label={text} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
    </li>
  );
}
