import { Button, Select, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { QuestionsCopied } from '#domain/surveys/question-copy.ts';
import type { Survey, SurveyWithQuestions } from '#domain/surveys/survey.ts';
import { surveysQuery } from '#web/offline/readings/reads.ts';
import { countWords } from '#web/lib/format.ts';
import { DialogFoot } from '#web/ui/dialogs/dialog-foot.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Empty } from '#web/ui/notices/empty.tsx';
import { focusOn } from '#web/ui/focus-on.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NeedsConnection } from '#web/ui/notices/needs-connection.tsx';
import { ScrollingTable } from '#web/ui/scrolling-table.tsx';
import { statusWords } from '#web/features/surveys/survey-words.ts';

import { ChooseQuestions } from './choose-questions.tsx';
import { useCopyQuestions } from './copy-questions.ts';

type Props = { survey: SurveyWithQuestions; isOpen: boolean; onClose: () => void };

/** Shows the dialog that copies questions of another survey, which may be archived. */
export function CopyQuestionsDialog({ survey, isOpen, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  const [turn, setTurn] = useState(0);
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      onExitTransitionEnd={() => setTurn(turn + 1)}
      title="Copy from another survey"
      size="xl"
      fullScreen={isPhone}
    >
      <CopyForm key={turn} {...{ survey, turn, onClose }} />
    </Dialog>
  );
}

type FormProps = Omit<Props, 'isOpen'> & { turn: number };

function CopyForm({ survey, turn, onClose }: FormProps) {
  const surveys = useQuery(surveysQuery);
  const [from, setFrom] = useState<number>();
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { mutate, isPending, data: outcome } = useCopyQuestions(survey.id);
  if (outcome && hasMore(outcome)) return <Outcome outcome={outcome} onClose={onClose} />;
  const others = (surveys.data?.value ?? []).filter(
    ({ id, questionCount }) => id !== survey.id && questionCount > 0,
  );
  if (surveys.error)
    return (
      <LoadError
        title="The surveys could not be loaded"
        error={surveys.error}
        onRetry={() => void surveys.refetch()}
      />
    );
  if (surveys.data && others.length === 0)
    return <Empty title="No other survey has questions" text="There is nothing to copy yet." />;
  const choose = (id: number | undefined) => {
    setFrom(id);
    setChosen(new Set());
  };
  const copy = () => {
    if (from === undefined) return;
    const questionIds = [...chosen].toSorted((one, other) => one - other);
    mutate({ from, questionIds, turn }, { onSuccess: (done) => hasMore(done) || onClose() });
  };
  return (
    <>
      <NeedsConnection>Questions are copied on the server.</NeedsConnection>
      <Stack gap="md">
        <SurveyChoice surveys={others} value={from} onChange={choose} />
        {from !== undefined && (
          <ChooseQuestions key={from} surveyId={from} chosen={chosen} onChange={setChosen} />
        )}
      </Stack>
      <DialogFoot>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.size === 0} loading={isPending} onClick={copy}>
          {chosen.size === 0 ? 'Copy questions' : `Copy ${countWords(chosen.size, 'question')}`}
        </Button>
      </DialogFoot>
    </>
  );
}

/** Returns whether the outcome has details to show, besides that the copying is done. */
const hasMore = ({ refused, alwaysAsked }: QuestionsCopied) =>
  refused.length > 0 || alwaysAsked.length > 0;

type ChoiceProps = {
  surveys: readonly Survey[];
  value: number | undefined;
  onChange: (id: number | undefined) => void;
};

function SurveyChoice({ surveys, value, onChange }: ChoiceProps) {
  return (
    <Select
      label="Copy questions of"
      placeholder="Choose a survey"
      searchable
      data-autofocus
      data={surveys.map(({ id, title, status, questionCount }) => ({
        value: String(id),
        label: `${title} (${statusWords[status].toLowerCase()}, ${countWords(questionCount, 'question')})`,
      }))}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
    />
  );
}

/** The number of rows that are listed. */
const listedRows = 200;

type OutcomeProps = { outcome: QuestionsCopied; onClose: () => void };

/** Shows the questions that were refused, and those that lost what they depended on. */
function Outcome({ outcome: { copied, refused, alwaysAsked }, onClose }: OutcomeProps) {
  const rows = [
    ...refused.map((one) => ({ ...one, words: `Not copied. ${one.error}.` })),
    ...alwaysAsked.map((one) => ({
      ...one,
      words: 'Copied, and now always asked: a question in its condition was not copied.',
    })),
  ];
  return (
    <>
      <p ref={focusOn} tabIndex={-1}>
        {countWords(copied, 'question')} copied, {refused.length} not.
      </p>
      <ScrollingTable
        name="Questions to look at"
        headings={['Number', 'Question', 'What happened']}
        maxHeight="min(50dvh, 30rem)"
        more={rows.length - listedRows}
        isNumbered
      >
        {rows.slice(0, listedRows).map(({ row, text, words }) => (
          <tr key={`${row} ${words}`}>
            <td>{row}</td>
            <td>{text}</td>
            <td>{words}</td>
          </tr>
        ))}
      </ScrollingTable>
      <DialogFoot>
        <Button onClick={onClose}>Close</Button>
      </DialogFoot>
    </>
  );
}
