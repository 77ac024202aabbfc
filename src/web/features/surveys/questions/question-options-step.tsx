import { ActionIcon, Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';

import { answerTypes } from '#domain/answers/answer-types.ts';
import { fewestOptions, mostOptions, mostPoints } from '#domain/surveys/question.ts';
import type { SurveyRules } from '#domain/surveys/survey-rules.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { asTyped } from '#web/ui/whole-number.ts';
import { Folded } from '#web/features/surveys/folded.tsx';
import { OptionFindings } from './option-findings.tsx';
import type { OptionDraft, QuestionDraft } from './question-draft.ts';
import classes from './question-options-step.module.css';
import type { WizardAction } from './question-wizard.ts';
import { askToRemoveOption } from './remove-option.ts';

type Props = {
  draft: QuestionDraft;
  errors: Readonly<Record<string, string>>;
  rules: SurveyRules | undefined;
  act: (action: WizardAction) => void;
};

/** Shows step 2: two to eight options with their points. */
export function QuestionOptionsStep({ draft, errors, rules, act }: Props) {
  const { type, options } = draft;
  const list = useRef<HTMLOListElement>(null);
  useFocusInList(list, options.length);
  const { name, hasOptions, isScored, manner } = answerTypes[type ?? 'text'];
  if (!hasOptions)
    return (
      <Empty
        title="No answer options needed"
        text={`A ${name.toLowerCase()} question is answered ${manner}. ${isScored ? '' : 'It is not scored.'}`}
      />
    );
  return (
    <>
      <ol ref={list} className={classes.options}>
        {options.map((option, place) => (
          <OptionFields
            key={option.key}
            option={option}
            place={place}
            count={options.length}
            errors={errors}
            act={act}
          />
        ))}
      </ol>
      <div className={classes.foot}>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabled={options.length >= mostOptions}
          onClick={() => act({ type: 'add-option' })}
        >
          Add Option
        </Button>
        <span>
          {options.length} of at most {mostOptions} options. Blank ones are skipped.
        </span>
      </div>
      <div className={classes.more}>
        <Folded label="More" isNeeded={options.some(({ finding }) => finding !== null)}>
          <OptionFindings options={options} rules={rules} act={act} />
        </Folded>
      </div>
    </>
  );
}

/** Focuses a new option, and the last one when removing an option has lost the focus. */
function useFocusInList(list: { current: HTMLOListElement | null }, count: number): void {
  const before = useRef(count);
  useEffect(() => {
    const isLost = document.activeElement === document.body;
    if (count > before.current || (count < before.current && isLost))
      lineAt(list.current, count - 1)?.focus();
    before.current = count;
  }, [list, count]);
}

function lineAt(list: Element | null, place: number): HTMLInputElement | null {
  return list?.children[place]?.querySelector('input') ?? null;
}

type OptionProps = {
  option: OptionDraft;
  /** 0 for the first. */
  place: number;
  count: number;
  errors: Readonly<Record<string, string>>;
  act: (action: WizardAction) => void;
};

function OptionFields({ option, place, count, errors, act }: OptionProps) {
  const { key, text, score, isCorrect } = option;
  const name = `Option ${place + 1}`;
  const change = (fields: Partial<Omit<OptionDraft, 'key' | 'id'>>) =>
    act({ type: 'change-option', key, fields });
  /** On Enter, goes to the next option; after the last one, adds an option. */
  const enter = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = lineAt(event.currentTarget.closest('ol'), place + 1);
    if (next) next.focus();
    else act({ type: 'add-option' });
  };
  return (
    <li className={classes.option}>
      <TextInput
        className={classes.text ?? ''}
        label={name}
        value={text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        onKeyDown={enter}
        error={errors[`answers.${place}.text`]}
      />
      <NumberInput
        className={classes.points ?? ''}
        label="Points"
        aria-label={`Points of option ${place + 1}`}
        value={score}
        onChange={(points) => change({ score: points })}
        error={errors[`answers.${place}.score`]}
        min={0}
        max={mostPoints}
        {...asTyped}
      />
      <Checkbox
        className={classes.correct ?? ''}
        label="Correct"
        aria-label={`${name} is correct`}
        checked={isCorrect}
        onChange={(event) => change({ isCorrect: event.currentTarget.checked })}
      />
      <OptionActs option={option} place={place} count={count} act={act} />
    </li>
  );
}

function OptionActs({ option, place, count, act }: Omit<OptionProps, 'errors'>) {
  const { key } = option;
  const name = `option ${place + 1}`;
  const remove = async () => {
    if (await askToRemoveOption(option, place)) act({ type: 'remove-option', key });
  };
  return (
    <div className={classes.acts}>
      <ActionIcon
        className={classes.move ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Move ${name} up`}
        aria-disabled={place === 0}
        data-disabled={place === 0 || undefined}
        onClick={() => act({ type: 'move-option', key, by: -1 })}
      >
        <IconArrowUp size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        className={classes.move ?? ''}
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`Move ${name} down`}
        aria-disabled={place === count - 1}
        data-disabled={place === count - 1 || undefined}
        onClick={() => act({ type: 'move-option', key, by: 1 })}
      >
        <IconArrowDown size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size="lg"
        aria-label={`Remove ${name}`}
        disabled={count <= fewestOptions}
        onClick={() => void remove()}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}
