import { ActionIcon, Title, UnstyledButton } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { mostCounted, type Survey, type SurveyUse } from '#domain/surveys/survey.ts';
import { countWords, formatDate, formatNumber } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { surveyStatusTones } from '#web/ui/theme/tones.ts';
import type { BuilderView } from '#web/features/surveys/builder-view.ts';
import { hasNothingToAsk, statusWords } from '#web/features/surveys/survey-words.ts';
import { useGridKeys } from '#web/features/surveys/questions/use-grid-keys.ts';

import { CloneSurveyDialog } from './clone-survey-dialog.tsx';
import { useRemoveSurvey } from './remove-survey.ts';
import classes from './survey-list.module.css';

type Props = {
  surveys: readonly Survey[];
  /** How much each survey is used; empty when that is not known. */
  use: readonly SurveyUse[];
  selectedId: number | undefined;
  onSelect: (id: number | undefined, panel?: BuilderView['panel']) => void;
  onRemoved: () => void;
};

/**
 * Shows "Manage Surveys": every survey that is not archived, to open, clone or delete. Because it is above the
 * form, it is a single Tab stop. Arrow keys move between the surveys and their buttons.
 */
export function SurveyList({ surveys, use, selectedId, onSelect, onRemoved }: Props) {
  const headingId = useId();
  const [source, setSource] = useState<Survey>();
  const selectedRow = surveys.findIndex(({ id }) => id === selectedId);
  const { grid, tabIndexAt } = useGridKeys(Math.max(0, selectedRow), surveys.length);
  const { ask, removing } = useRemoveSurvey((id) => {
    if (id === selectedId) onRemoved();
  });
  return (
    <section aria-labelledby={headingId}>
      <Title order={3} id={headingId} className={classes.title}>
        Manage Surveys
      </Title>
      {surveys.length === 0 && (
        <p className={classes.none}>Surveys you create are listed here, each with its questions.</p>
      )}
      <div
        role={surveys.length > 0 ? 'grid' : undefined}
        aria-labelledby={surveys.length > 0 ? headingId : undefined}
        className={classes.list}
        {...grid}
      >
        {surveys.map((survey, row) => (
          <SurveyLine
            key={survey.id}
            tabIndexOf={(column) => tabIndexAt(row, column)}
            survey={survey}
            use={use.find(({ surveyId }) => surveyId === survey.id)}
            isSelected={survey.id === selectedId}
            isRemoving={survey.id === removing}
            onOpen={() => onSelect(survey.id, 'questions')}
            onClone={() => setSource(survey)}
            onRemove={() => ask(survey)}
          />
        ))}
      </div>
      <CloneSurveyDialog
        source={source}
        onClose={() => setSource(undefined)}
        onCloned={({ id }) => onSelect(id, 'questions')}
      />
    </section>
  );
}

type LineProps = {
  survey: Survey;
  /** The `tabIndex` of one of its three buttons. */
  tabIndexOf: (column: number) => 0 | -1;
  /** Undefined when it is not known. */
  use: SurveyUse | undefined;
  isSelected: boolean;
  isRemoving: boolean;
  onOpen: () => void;
  onClone: () => void;
  onRemove: () => void;
};

function SurveyLine({ survey, tabIndexOf, use, isSelected, isRemoving, ...acts }: LineProps) {
  const { title, status, questionCount } = survey;
  const id = useId();
  return (
    <div role="row" className={classes.line} data-selected={isSelected}>
      <div role="gridcell" className={classes.words}>
        <UnstyledButton
          className={classes.open ?? ''}
          tabIndex={tabIndexOf(0)}
          aria-current={isSelected}
          aria-label={title}
          aria-describedby={`${id}-status ${id}-facts`}
          onClick={acts.onOpen}
        >
          <span className={classes.head}>
            {title}
            <span id={`${id}-status`}>
              <StatusBadge tone={surveyStatusTones[status]}>{statusWords[status]}</StatusBadge>
            </span>
          </span>
          <span id={`${id}-facts`} className={classes.facts}>
            <span>{countWords(questionCount, 'question')}</span>
            {use && <span>{wordsOfUse(use)}</span>}
            {hasNothingToAsk(survey) && (
              <StatusBadge tone="warn">No interviews yet: add a question</StatusBadge>
            )}
          </span>
        </UnstyledButton>
      </div>
      <div role="gridcell" className={classes.acts}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          tabIndex={tabIndexOf(1)}
          aria-label={`Clone ${title}`}
          onClick={acts.onClone}
        >
          <IconCopy size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="red"
          size={32}
          tabIndex={tabIndexOf(2)}
          aria-label={`Delete ${title}`}
          loading={isRemoving}
          onClick={acts.onRemove}
        >
          <IconTrash size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

function wordsOfUse({ responseCount, lastResponseAt }: SurveyUse): string {
  if (lastResponseAt === null) return 'not used yet';
  const many =
    responseCount < mostCounted
      ? countWords(responseCount, 'response')
      : `${formatNumber(mostCounted)} responses or more`;
  return `${many}, last ${formatDate(lastResponseAt)}`;
}
