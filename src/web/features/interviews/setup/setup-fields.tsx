import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';

import type { Survey } from '#domain/surveys/survey.ts';
import { longestLine } from '#domain/text.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { mustFill } from '#web/ui/must-fill.ts';
import { countText } from '#web/ui/text-count.ts';

import classes from './setup.module.css';
import { SurveyField } from './survey-field.tsx';
import type { SetupValues } from './use-begin.ts';

type Props = {
  form: SetupValues;
  surveys: readonly Survey[];
  /** True moves the focus to the first field that has no value, when the fields are first shown. */
  takesFocus?: boolean;
  /** Job titles that are offered below the field. */
  titles?: readonly string[];
};

/** Shows the fields for the survey and the respondent. */
export function SetupFields({ form, surveys, takesFocus = false, titles = [] }: Props) {
  // Decided once: choosing a survey must not move the focus to the name.
  const [asksSurvey] = useState(form.values.surveyId === null);
  return (
    <div className={classes.fields}>
      <SurveyField
        surveys={surveys}
        input={form.getInputProps('surveyId')}
        takesFocus={takesFocus && asksSurvey}
      />
      <TextInput
        ref={takesFocus && !asksSurvey ? focusOn : null}
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
