import { ActionIcon, Title, UnstyledButton } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';

import { mostCounted, type Survey, type SurveyUse } from '#domain/surveys/survey.ts';
import { countWords, formatDate, formatNumber } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { surveyStatusTones } from '#web/ui/tones.ts';
import type { BuilderView } from './builder-view.ts';
import { CloneSurveyDialog } from './clone-survey-dialog.tsx';
import { useRemoveSurvey } from './remove-survey.ts';
import classes from './survey-list.module.css';
import { hasNothingToAsk, statusWords } from './survey-words.ts';

type Props = {
  surveys: readonly Survey[];
  /** How much each is used; empty where it is not known. */
  use: readonly SurveyUse[];
  selectedId: number | undefined;
  onSelect: (id: number | undefined, panel?: BuilderView['panel']) => void;
  onRemoved: () => void;
};

/** Shows "Manage Surveys": every survey that is not archived, to open, clone or delete. */
export function SurveyList({ surveys, use, selectedId, onSelect, onRemoved }: Props) {
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
      {surveys.length === 0 && (
        <p className={classes.none}>Surveys you create are listed here, each with its questions.</p>
      )}
      <ul className={classes.list}>
        {surveys.map((survey) => (
          <SurveyLine
            key={survey.id}
            survey={survey}
            use={use.find(({ surveyId }) => surveyId === survey.id)}
            isSelected={survey.id === selectedId}
            isRemoving={survey.id === removing}
            onOpen={() => onSelect(survey.id, 'questions')}
            onClone={() => setSource(survey)}
            onRemove={() => ask(survey)}
          />
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
  /** Undefined where it is not known. */
  use: SurveyUse | undefined;
  isSelected: boolean;
  isRemoving: boolean;
  onOpen: () => void;
  onClone: () => void;
  onRemove: () => void;
};

function SurveyLine({ survey, use, isSelected, isRemoving, ...acts }: LineProps) {
  const { title, status, questionCount } = survey;
  return (
    <li className={classes.line} data-selected={isSelected}>
      <div className={classes.words}>
        <UnstyledButton
          className={classes.open ?? ''}
          aria-current={isSelected}
          onClick={acts.onOpen}
        >
          {title}
        </UnstyledButton>
        <p className={classes.facts}>
          <StatusBadge tone={surveyStatusTones[status]}>{statusWords[status]}</StatusBadge>
          <span>{countWords(questionCount, 'question')}</span>
          {use && <span>{wordsOfUse(use)}</span>}
          {hasNothingToAsk(survey) && (
            <StatusBadge tone="warn">No interviews yet: add a question</StatusBadge>
          )}
        </p>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`Clone ${title}`}
        onClick={acts.onClone}
      >
        <IconCopy size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="red"
        size={44}
        aria-label={`Delete ${title}`}
        loading={isRemoving}
        onClick={acts.onRemove}
      >
        <IconTrash size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
    </li>
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
