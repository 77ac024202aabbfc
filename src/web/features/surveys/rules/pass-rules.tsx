import { NumberInput, SimpleGrid, Stack, Switch } from '@mantine/core';
import { useEffect, useRef } from 'react';

import { kpeCategories } from '#domain/surveys/question.ts';
import { fullRules } from '#domain/surveys/survey-rules.ts';
import { asTyped } from '#web/ui/whole-number.ts';
import { Folded } from '#web/features/surveys/folded.tsx';
import classes from './pass-rules.module.css';
import { passWords } from './rule-words.ts';
import { RulesPreview } from './rules-preview.tsx';
import type { PassRules as Draft, TypedPercent } from './use-pass-rules.ts';

type Props = { surveyId: number; draft: Draft };

/**
 * Shows the rules by which a survey's responses pass. They are folded behind a button. If the survey has rules
 * of its own, a sentence beside the button sums them up. The rules are saved with the survey.
 */
export function PassRules({ surveyId, draft }: Props) {
  const { rules, errors } = draft;
  const part = useRef<HTMLDivElement>(null);
  const isWrong = Object.keys(errors).length > 0;
  useEffect(() => {
    if (isWrong) part.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [isWrong]);
  const words = rules && Object.keys(rules).length > 0 ? passWords(rules) : [];
  return (
    <div ref={part}>
      <Folded label="Pass rules" isNeeded={isWrong}>
        <Fields {...{ surveyId, draft }} />
      </Folded>
      {words.length > 0 && <p className={classes.words}>{words.join(' ')}</p>}
    </div>
  );
}

function Fields({ surveyId, draft: { draft, rules, errors, change, check } }: Props) {
  const { passLine, findingLine, naAlert, thresholds, criticalFails } = draft;
  const usual = fullRules();
  const shownLine = rules?.passLine ?? usual.passLine;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        <Percent
          label="Pass line"
          placeholder={usual.passLine}
          value={passLine}
          onChange={(value) => change({ passLine: value })}
          error={errors['passLine']}
        />
        <Percent
          label="Finding line"
          placeholder={shownLine}
          value={findingLine}
          onChange={(value) => change({ findingLine: value })}
          error={errors['findingLine']}
        />
        {kpeCategories.map((category) => (
          <Percent
            key={category}
            label={`${category}, at least`}
            value={thresholds[category]}
            onChange={(value) => change({ thresholds: { ...thresholds, [category]: value } })}
            error={errors[`thresholds.${category}`]}
          />
        ))}
        <Percent
          label="Flag not applicable above"
          placeholder={usual.naAlert}
          value={naAlert}
          onChange={(value) => change({ naAlert: value })}
          error={errors['naAlert']}
        />
      </SimpleGrid>
      <Switch
        label="Critical questions can fail an interview"
        description="A finding there, or no answer, means Needs Review."
        checked={criticalFails}
        onChange={(event) => change({ criticalFails: event.currentTarget.checked })}
      />
      <p className={classes.hint}>
        An answer below the finding line is a finding. It is the pass line if you leave it empty.
        New rules apply to interviews from the next edition on.
      </p>
      <div>
        <RulesPreview surveyId={surveyId} draft={() => (check() ? { rules } : undefined)} />
      </div>
    </Stack>
  );
}

type PercentProps = {
  label: string;
  /** The default that an empty field stands for. Absent when an empty field means that there is no rule. */
  placeholder?: number;
  value: TypedPercent;
  onChange: (value: TypedPercent) => void;
  error: string | undefined;
};

function Percent({ placeholder, ...field }: PercentProps) {
  return (
    <NumberInput
      {...field}
      className={classes.percent ?? ''}
      placeholder={placeholder === undefined ? 'None' : `${placeholder}%`}
      suffix="%"
      min={1}
      max={100}
      {...asTyped}
    />
  );
}
