import {
  Autocomplete,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';

import { evidenceNeeds, longestGuidance } from '#domain/surveys/question.ts';
import { countText } from '#web/ui/text-count.ts';
import { QuestionConditions, type MoreProps } from './question-conditions.tsx';
import type { EvidenceNeed } from './question-draft.ts';

const evidenceWords: Readonly<Record<EvidenceNeed, string>> = {
  none: 'None',
  optional: 'Optional',
  'on-finding': 'On a finding',
  always: 'Always',
};
const evidenceChoices = evidenceNeeds.map((value) => ({ value, label: evidenceWords[value] }));

/** Shows the fields that few questions use. */
export function QuestionMoreFields(props: MoreProps) {
  const { draft, errors, change } = props;
  return (
    <Stack gap="md">
      <Place {...props} />
      <Textarea
        label="Guidance"
        description="What the interviewer should look at."
        value={draft.guidance}
        onChange={(event) => change({ guidance: event.currentTarget.value })}
        rows={2}
        {...countText(draft.guidance, longestGuidance)}
        {...(errors['guidance'] !== undefined && { error: errors['guidance'] })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <Switch
          label="Critical"
          description="A finding here, or no answer, fails the interview."
          checked={draft.critical}
          onChange={(event) => change({ critical: event.currentTarget.checked })}
          error={errors['critical']}
        />
        <Switch
          label="Not applicable allowed"
          description="If it is marked not applicable, it counts nowhere."
          checked={draft.allowNa}
          onChange={(event) => change({ allowNa: event.currentTarget.checked })}
          error={errors['allowNa']}
        />
      </SimpleGrid>
      <QuestionConditions {...props} />
    </Stack>
  );
}

/** Shows the fields for the question's place in the survey and for what comes with its answer. */
function Place({ draft, errors, change, questions }: MoreProps) {
  const sections = [...new Set(questions.map(({ section }) => section))].filter(Boolean);
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
      <TextInput
        label="Code"
        value={draft.code}
        onChange={(event) => change({ code: event.currentTarget.value })}
        autoComplete="off"
        error={errors['code']}
      />
      <Autocomplete
        label="Section"
        data={sections}
        value={draft.section}
        onChange={(section) => change({ section })}
        openOnFocus={false}
        error={errors['section']}
      />
      <Select
        label="Evidence"
        description="Photos, documents and signatures."
        data={evidenceChoices}
        value={draft.evidence}
        onChange={(need) =>
          change({ evidence: evidenceNeeds.find((one) => one === need) ?? 'optional' })
        }
        allowDeselect={false}
        error={errors['evidence']}
      />
    </SimpleGrid>
  );
}
