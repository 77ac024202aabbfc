import { Button, Skeleton, Title, UnstyledButton } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';

import type { Survey } from '#domain/surveys/survey.ts';
import { countWords } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { surveyStatusTones } from '#web/ui/tones.ts';
import type { BuilderView } from './builder-view.ts';
import { CloneSurveyDialog } from './clone-survey-dialog.tsx';
import { useRemoveSurvey } from './remove-survey.ts';
import classes from './survey-list.module.css';
import { hasNothingToAsk, statusWords } from './survey-words.ts';

type Props = {
  /** Undefined while they load. */
  surveys: readonly Survey[] | undefined;
  selectedId: number | undefined;
  onSelect: (id: number | undefined, panel?: BuilderView['panel']) => void;
  onRemoved: () => void;
};

/** "Manage Surveys": every survey that is not archived, to open, clone or delete. */
export function SurveyList({ surveys, selectedId, onSelect, onRemoved }: Props) {
  const headingId = useId();
  const [source, setSource] = useState<Survey>();
  const { ask, removing } = useRemoveSurvey((id) => {
    if (id === selectedId) onRemoved();
  });
  return (
    <section aria-labelledby={headingId}>
      <Title order={3} id={headingId} className={classes.title}>
        Manage Surveys
      </Title>
      {surveys?.length === 0 && (
        <p className={classes.none}>Surveys you create are listed here, each with its questions.</p>
      )}
      <ul className={classes.list} aria-busy={!surveys}>
        {surveys
          ? surveys.map((survey) => (
              <SurveyLine
                key={survey.id}
                survey={survey}
                isSelected={survey.id === selectedId}
                isRemoving={survey.id === removing}
                onOpen={() => onSelect(survey.id, 'questions')}
                onClone={() => setSource(survey)}
                onRemove={() => ask(survey)}
              />
            ))
          : [0, 1, 2].map((place) => (
              <li key={place} className={classes.line}>
                <Skeleton height={62} />
              </li>
            ))}
      </ul>
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
  isSelected: boolean;
  isRemoving: boolean;
  onOpen: () => void;
  onClone: () => void;
  onRemove: () => void;
};

function SurveyLine({ survey, isSelected, isRemoving, onOpen, onClone, onRemove }: LineProps) {
  const { title, status, questionCount } = survey;
  return (
    <li className={classes.line} data-selected={isSelected}>
      <UnstyledButton className={classes.open ?? ''} aria-current={isSelected} onClick={onOpen}>
        {title}
      </UnstyledButton>
      <div className={classes.facts}>
        <StatusBadge tone={surveyStatusTones[status]}>{statusWords[status]}</StatusBadge>
        <span className={classes.count}>{countWords(questionCount, 'question')}</span>
        {hasNothingToAsk(survey) && (
          <StatusBadge tone="warn">No interviews yet: add a question</StatusBadge>
        )}
        <span className={classes.acts}>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconCopy size={16} aria-hidden />}
            aria-label={`Clone ${title}`}
            onClick={onClone}
          >
            Clone
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            aria-label={`Delete ${title}`}
            loading={isRemoving}
            onClick={onRemove}
          >
            Delete
          </Button>
        </span>
      </div>
    </li>
  );
}
