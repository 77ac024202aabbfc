import { TextInput } from '@mantine/core';
import { IconSelector } from '@tabler/icons-react';
import { lazy, Suspense, useState, type KeyboardEvent, type MouseEvent } from 'react';

import type { Survey } from '#domain/surveys/survey.ts';
import { idle } from '#web/lib/when-quiet.ts';
import { focusOn } from '#web/ui/focus-on.ts';
import { mustFill } from '#web/ui/must-fill.ts';

import type { SetupValues } from './use-begin.ts';

const SurveySelect = lazy(async () => {
  await idle(longestWait);
  return { default: (await import('./survey-select.tsx')).SurveySelect };
});

/** Milliseconds for which the list waits until the form is rendered. */
const longestWait = 1_000;

/** What somebody did with the field before its list was loaded. */
type Reached = 'focused' | 'opened';

const looks = { label: 'Survey', placeholder: 'Select a survey', size: 'md', ...mustFill } as const;

/** The attributes by which assistive technology recognises a closed list. */
const closed = {
  role: 'combobox',
  'aria-haspopup': 'listbox',
  'aria-expanded': false,
  readOnly: true,
  pointer: true,
} as const;

type Props = {
  surveys: readonly Survey[];
  input: ReturnType<SetupValues['getInputProps']>;
  /** True moves the focus here when the field is first shown. */
  takesFocus?: boolean;
};

/**
 * Renders the field for the survey. The code of the list is a tenth of the page's code, so a first visit shows
 * the closed field and loads the list afterwards. If somebody presses the field earlier, the list opens as soon
 * as it is loaded.
 */
export function SurveyField({ surveys, input, takesFocus = false }: Props) {
  const [reached, setReached] = useState<Reached | undefined>(takesFocus ? 'focused' : undefined);
  // Decided once, because a list that grows while it is open would change and close below the
  // pointer.
  const [isSearchable] = useState(surveys.length > 8);
  // Open on mouse down, because the click is lost if the list arrives during the press. The press must not move
  // the focus either: its target would be gone, so the focus would be lost and the list would close.
  const openByPress = (event: MouseEvent) => {
    event.preventDefault();
    setReached('opened');
  };
  const openByKey = ({ key }: KeyboardEvent) => {
    if (['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)) setReached('opened');
  };
  return (
    <Suspense
      fallback={
        <TextInput
          {...input}
          {...looks}
          {...closed}
          ref={takesFocus ? focusOn : null}
          value={surveys.find(({ id }) => String(id) === input.value)?.title ?? ''}
          rightSection={<IconSelector size={18} stroke={1.5} aria-hidden />}
          rightSectionPointerEvents="none"
          onFocus={() => setReached((before) => before ?? 'focused')}
          onBlur={() => setReached(undefined)}
          onMouseDown={openByPress}
          onKeyDown={openByKey}
        />
      }
    >
      <SurveySelect
        {...looks}
        surveys={surveys}
        searchable={isSearchable}
        ref={reached ? focusOn : null}
        defaultDropdownOpened={reached === 'opened'}
        {...input}
      />
    </Suspense>
  );
}
