import { Button, TextInput } from '@mantine/core';
import type { Ref } from 'react';

import type { Survey } from '#domain/surveys/survey.ts';
import { longestLine } from '#domain/text.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';

import classes from './setup.module.css';
import { SurveyField } from './survey-field.tsx';
import type { SetupValues } from './use-begin.ts';

type Props = {
  form: SetupValues;
  surveys: readonly Survey[];
  nameRef?: Ref<HTMLInputElement> | undefined;
  /** Job titles that are offered below the field. */
  titles?: readonly string[];
};

/** Shows the fields for the survey and the respondent. */
export function SetupFields({ form, surveys, nameRef = null, titles = [] }: Props) {
  return (
    <div className={classes.fields}>
      <SurveyField surveys={surveys} input={form.getInputProps('surveyId')} />
      <TextInput
        ref={nameRef}
        label="Respondent full name"
        size="md"
        {...mustFill}
        autoComplete="off"
        {...form.getInputProps('respondentName')}
        {...countText(form.values.respondentName, longestLine)}
      />
      <TextInput
        label="Respondent job title"
        size="md"
        {...mustFill}
        autoComplete="off"
        {...form.getInputProps('respondentJobTitle')}
        {...countText(form.values.respondentJobTitle, longestLine)}
      />
      {titles.length > 0 && (
        <div className={classes.titles} role="group" aria-label="Job titles to choose from">
          {titles.map((title) => (
            <Button
              key={title}
              size="sm"
              radius="xl"
              variant={form.values.respondentJobTitle === title ? 'light' : 'default'}
              aria-pressed={form.values.respondentJobTitle === title}
              onClick={() => form.setFieldValue('respondentJobTitle', title)}
            >
              {title}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
