import { Button, CloseButton, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import { editionContent } from '#domain/surveys/edition.ts';
import type { Question } from '#domain/surveys/question.ts';
import type { SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Segments } from '#web/ui/charts/segments.tsx';
import type { QuestionsView } from '#web/features/surveys/builder-view.ts';
import { surveyFigures } from '#web/features/surveys/list/survey-figures.ts';
import { SurveyPreview } from '#web/features/surveys/preview/survey-preview.tsx';
import { editionWords } from '#web/features/surveys/survey-words.ts';

import { findQuestions } from './find-questions.ts';
import { QuestionActions } from './question-actions.tsx';
import { QuestionDialog, type Opened } from './question-dialog.tsx';
import { QuestionList } from './question-list.tsx';
import classes from './questions-panel.module.css';

type Props = {
  survey: SurveyWithQuestions;
  view: QuestionsView;
  onChange: (changed: Partial<QuestionsView>) => void;
};

/** The number of questions from which the search is shown. Fewer fit on one screen. */
const worthSearching = 6;

/** Shows a survey's questions, to write, reorder, search and preview them. */
export function SurveyQuestions({ survey, view, onChange }: Props) {
  const [opened, setOpened] = useState<Opened>();
  const [isPreviewed, setPreviewed] = useState(false);
  const { questions } = survey;
  const add = useFocusAfterFirst(questions.length);
  const edit = useCallback((question?: Question) => setOpened(opening(question)), []);
  return (
    <Panel
      title="Questions"
      actions={
        <QuestionActions
          survey={survey}
          onPreview={() => setPreviewed(true)}
          onAdd={() => edit()}
          addButton={add}
        />
      }
    >
      <Lead survey={survey} />
      {questions.length === 0 ? (
        <Empty
          title="No questions yet"
          text={`“${survey.title}” has no questions yet. Add the first one.`}
          action={
            <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => edit()}>
              Add First Question
            </Button>
          }
        />
      ) : (
        <Found
          surveyId={survey.id}
          questions={questions}
          view={view}
          onChange={onChange}
          onEdit={edit}
        />
      )}
      <QuestionDialog
        survey={survey}
        opened={opened}
        onClose={() => setOpened(undefined)}
        onNext={() => edit()}
      />
      <SurveyPreview survey={survey} isOpen={isPreviewed} onClose={() => setPreviewed(false)} />
    </Panel>
  );
}

/**
 * Returns the ref of the Add Question button, and focuses that button after the first question is
 * added. The button that opened the dialog has then disappeared, so the focus would be lost. It
 * checks repeatedly, because the dialog may release the focus before or after the question appears.
 */
function useFocusAfterFirst(count: number) {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const isFirst = before.current === 0 && count === 1;
    before.current = count;
    if (!isFirst) return;
    const take = () => {
      if (document.activeElement !== document.body) return;
      button.current?.focus();
      stop();
    };
    const looking = setInterval(take, 50);
    const stop = () => clearInterval(looking);
    setTimeout(stop, 2_000);
    take();
    return stop;
  }, [count]);
  return button;
}

/**
 * Returns the next opening of the dialog. Its number makes the wizard of a new question begin at
 * the first step.
 */
function opening(question: Question | undefined) {
  return (before: Opened | undefined): Opened => ({ question, turn: (before?.turn ?? 0) + 1 });
}

function Lead({ survey }: { survey: SurveyWithQuestions }) {
  const asked = useMemo(() => editionContent(survey.questions), [survey.questions]);
  const maximum = surveyFigures(asked).maximum;
  return (
    <p className={classes.lead}>
      <span>
        {countWords(survey.questions.length, 'question')}, maximum score {formatNumber(maximum)}
      </span>
      <span>{editionWords(survey)}</span>
    </p>
  );
}

const shapes = [
  { value: 'cards', label: 'Cards' },
  { value: 'lines', label: 'Lines' },
];

type FoundProps = Omit<Props, 'survey'> & {
  surveyId: number;
  questions: readonly Question[];
  onEdit: (question: Question) => void;
};

/**
 * Shows the list, and a search if it is long. The field shows typed text at once; the list follows
 * when there is time.
 */
function Found({ surveyId, questions, view, onChange, onEdit }: FoundProps) {
  const [term, setTerm] = useState(view.find);
  const search = (next: string) => {
    setTerm(next);
    onChange({ find: next });
  };
  const wanted = useDeferredValue(term);
  const found = useMemo(() => findQuestions(questions, wanted), [questions, wanted]);
  const isSearched = wanted.trim() !== '';
  return (
    <>
      {(questions.length >= worthSearching || term !== '') && (
        <div className={classes.tools}>
          <TextInput
            className={classes.find ?? ''}
            type="search"
            aria-label="Search questions"
            placeholder="Search questions"
            leftSection={<IconSearch size={18} aria-hidden />}
            rightSection={
              term && <CloseButton aria-label="Clear the search" onClick={() => search('')} />
            }
            value={term}
            onChange={(event) => search(event.currentTarget.value)}
          />
          <span className={classes.found} role="status">
            {isSearched &&
              `${formatNumber(found.length)} of ${countWords(questions.length, 'question')}. Clear the search to reorder.`}
          </span>
          <Segments
            label="Show questions as"
            choices={shapes}
            value={view.show}
            onChange={(show) => onChange({ show: show === 'lines' ? 'lines' : undefined })}
          />
        </div>
      )}
      {found.length === 0 ? (
        <NoMatch what="questions" />
      ) : (
        <QuestionList
          surveyId={surveyId}
          questions={found}
          canReorder={!isSearched && questions.length > 1}
          isCompact={view.show === 'lines'}
          onEdit={onEdit}
        />
      )}
    </>
  );
}
