import { Button, Checkbox, Group, Progress } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo, useRef } from 'react';

import { editionContent, type EditionQuestion } from '#domain/surveys/edition.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { countWords } from '#web/lib/format.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { SurveyFiguresList } from '#web/features/surveys/list/survey-figures-list.tsx';

import { PreviewEnd } from './preview-end.tsx';
import { PreviewedQuestion } from './previewed-question.tsx';
import classes from './survey-preview.module.css';
import { usePreview, type Preview } from './use-preview.ts';

type Props = { survey: SurveyWithQuestions; isOpen: boolean; onClose: () => void };

/** Runs the survey as an interview. Nothing is stored. */
export function SurveyPreview({ survey, isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={`Preview of “${survey.title}”`}
      size="xl"
      fullScreen={isPhone}
    >
      <PreviewedSurvey survey={survey} onClose={onClose} />
    </Dialog>
  );
}

function PreviewedSurvey({ survey, onClose }: Omit<Props, 'isOpen'>) {
  const asked = useMemo(() => editionContent(survey.questions), [survey.questions]);
  const unasked = survey.questions.length - asked.length;
  const preview = usePreview(asked);
  if (asked.length === 0)
    return (
      <Empty
        title="Nothing to ask yet"
        text="A choice question is asked once it has at least two answer options."
      />
    );
  return (
    <>
      <p className={classes.note}>
        Nothing you answer here is stored.
        {unasked > 0 && ` ${countWords(unasked, 'question')} without enough options left out.`}
      </p>
      {preview.question ? (
        <PreviewStep preview={preview} question={preview.question} />
      ) : (
        <PreviewEnd asked={asked} rules={survey.rules} preview={preview} onClose={onClose} />
      )}
      <SurveyFiguresList asked={asked} />
    </>
  );
}

type StepProps = { preview: Preview; question: EditionQuestion };

function PreviewStep({ preview, question }: StepProps) {
  const { index, count, entry, isNa, percent, canGoOn, answer, setNa, go } = preview;
  const isLast = index === count - 1;
  const next = useRef<HTMLButtonElement>(null);
  return (
    <section aria-label="Interview">
      <div className={classes.place}>
        <span role="status">
          Question {index + 1} of {count}
        </span>
        <span>{percent}%</span>
      </div>
      <Progress value={percent} size="sm" aria-label="Answered" />
      <div className={classes.question} key={question.id}>
        <PreviewedQuestion question={question} answer={entry} onAnswer={answer} nextRef={next} />
        {question.allowNa && (
          <Checkbox
            className={classes.na ?? ''}
            label="Not applicable"
            checked={isNa}
            onChange={(event) => setNa(event.currentTarget.checked)}
          />
        )}
      </div>
      <Group justify="space-between">
        <Button size="md" variant="default" disabled={index === 0} onClick={() => go(index - 1)}>
          Previous
        </Button>
        <Button
          ref={next}
          size="md"
          disabled={!canGoOn}
          data-complete={isLast || undefined}
          onClick={() => go(index + 1)}
        >
          {isLast ? 'Complete' : 'Next'}
        </Button>
      </Group>
    </section>
  );
}
