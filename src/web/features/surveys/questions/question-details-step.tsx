import { NumberInput, Select, SimpleGrid, Stack, Switch, Textarea } from '@mantine/core';

import { answerTypes, questionTypes, type QuestionType } from '#domain/answers/answer-types.ts';
import { heaviestWeight, kpeCategories, noCategory } from '#domain/surveys/question.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { asTyped } from '#web/ui/whole-number.ts';
import { Folded } from '#web/features/surveys/folded.tsx';
import type { MoreProps } from './question-conditions.tsx';
import { needsMore, type QuestionDraft } from './question-draft.ts';
import { QuestionMoreFields } from './question-more-fields.tsx';
import type { WizardAction } from './question-wizard.ts';

type Props = Omit<MoreProps, 'change'> & { act: (action: WizardAction) => void };

const categories = [noCategory, ...kpeCategories];

/**
 * Returns the types to choose from. A retired type is among them only if the question already has
 * it.
 */
function typeChoices(current: QuestionType | null) {
  return questionTypes
    .filter((type) => !answerTypes[type].isRetired || type === current)
    .map((value) => ({ value, label: `${answerTypes[value].name} – ${answerTypes[value].hint}` }));
}

/** Shows step 1: the question's text and type, and how much it counts. */
export function QuestionDetailsStep({ act, ...rest }: Props) {
  const { draft, errors } = rest;
  const change = (fields: Partial<QuestionDraft>) => act({ type: 'change', fields });
  return (
    <Stack gap="md">
      <Textarea
        label="Question text"
        value={draft.text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        error={errors['text']}
        rows={3}
        {...mustFill}
        data-autofocus
      />
      <Select
        label="Question type"
        placeholder="Choose how it is answered"
        data={typeChoices(draft.type)}
        value={draft.type}
        onChange={(type) => change({ type })}
        error={errors['type']}
        allowDeselect={false}
        {...mustFill}
      />
      <Switch
        label="Required"
        description="The interview continues only when this is answered."
        checked={draft.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      <Numbers draft={draft} errors={errors} change={change} />
      <Folded label="More" isNeeded={needsMore(draft, errors)}>
        <QuestionMoreFields {...rest} change={change} />
      </Folded>
    </Stack>
  );
}

type NumbersProps = Pick<Props, 'draft' | 'errors'> & {
  change: (fields: Partial<QuestionDraft>) => void;
};

function Numbers({ draft, errors, change }: NumbersProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
      <NumberInput
        label="Order"
        value={draft.order}
        onChange={(order) => change({ order })}
        error={errors['order']}
        min={1}
        {...asTyped}
      />
      <NumberInput
        label="Weight"
        value={draft.weight}
        onChange={(weight) => change({ weight })}
        error={errors['weight']}
        min={1}
        max={heaviestWeight}
        {...asTyped}
      />
      <Select
        label="KPE category"
        data={categories}
        value={draft.kpeCategory}
        onChange={(category) =>
          change({ kpeCategory: kpeCategories.find((one) => one === category) ?? noCategory })
        }
        error={errors['kpeCategory']}
        allowDeselect={false}
      />
    </SimpleGrid>
  );
}
