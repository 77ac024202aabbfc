import { Select, type SelectProps } from '@mantine/core';
import type { KeyboardEvent, Ref } from 'react';

import type { Survey } from '#domain/surveys/survey.ts';
import { keepUnmatched } from '#web/ui/theme/keep-unmatched.ts';

type Props = { surveys: readonly Survey[]; ref: Ref<HTMLInputElement> } & SelectProps;

/** Renders the field for the survey with its list. `survey-field.tsx` loads it after the form. */
export function SurveySelect({ surveys, ...props }: Props) {
  return (
    <Select
      allowDeselect={false}
      // A failed Start moves the focus here. An opened list would then cover the other errors
      // below.
      openOnFocus={false}
      {...(props.searchable && { onKeyDown: openByEnter })}
      data={surveys.map(({ id, title }) => ({ value: String(id), label: title }))}
      {...props}
    />
  );
}

/** Opens the closed list by Enter, as in lists that cannot be searched. Otherwise Enter would submit the form. */
function openByEnter(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget, nativeEvent } = event;
  if (currentTarget.ariaExpanded === 'true') return keepUnmatched(event);
  if (key !== 'Enter' || nativeEvent.isComposing) return;
  event.preventDefault();
  currentTarget.click();
}
