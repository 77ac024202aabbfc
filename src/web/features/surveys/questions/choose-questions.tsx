import { Checkbox, Skeleton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';

import { answerTypes } from '#domain/answers/answer-types.ts';
import type { Question } from '#domain/surveys/question.ts';
import { formatNumber } from '#web/lib/format.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import { Say } from '#web/ui/notices/say.tsx';
import { surveyQuery } from '#web/features/surveys/read-surveys.ts';

import classes from './choose-questions.module.css';
import { findQuestions } from './find-questions.ts';

type Props = {
  surveyId: number;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
};

/** The number of questions that are listed. A search finds the others. */
const mostListed = 200;

/** Shows a survey's questions, to choose some of them or all that a search finds. */
export function ChooseQuestions({ surveyId, ...choice }: Props) {
  const { data, error, refetch } = useQuery(surveyQuery(surveyId));
  const [term, setTerm] = useState('');
  const wanted = useDeferredValue(term);
  const found = useMemo(() => findQuestions(data?.questions ?? [], wanted), [data, wanted]);
  if (error)
    return (
      <LoadError title="Error loading questions" error={error} onRetry={() => void refetch()} />
    );
  if (!data)
    return (
      <>
        <Say words="Loading questions" />
        <Skeleton height={300} />
      </>
    );
  return (
    <div>
      <TextInput
        type="search"
        aria-label="Search questions"
        placeholder="Search questions"
        leftSection={<IconSearch size={18} aria-hidden />}
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
      />
      {found.length === 0 ? <NoMatch what="questions" /> : <Found found={found} {...choice} />}
    </div>
  );
}

type FoundProps = Omit<Props, 'surveyId'> & { found: readonly Question[] };

function Found({ found, chosen, onChange }: FoundProps) {
  const among = found.filter(({ id }) => chosen.has(id)).length;
  const isAll = among === found.length;
  const change = (questions: readonly Question[], isChosen: boolean) => {
    const changed = questions.map(({ id }) => id);
    const others = new Set(changed);
    const left = [...chosen].filter((id) => !others.has(id));
    onChange(new Set(isChosen ? [...left, ...changed] : left));
  };
  return (
    <>
      <Checkbox
        className={classes.all ?? ''}
        label={`Choose all ${formatNumber(found.length)}`}
        checked={isAll}
        indeterminate={among > 0 && !isAll}
        onChange={() => change(found, !isAll)}
      />
      <ul className={classes.list} aria-label="Questions to copy">
        {found.slice(0, mostListed).map((question) => (
          <li key={question.id}>
            <Checkbox
              label={wordsOf(question)}
              description={answerTypes[question.type].name}
              checked={chosen.has(question.id)}
              onChange={(event) => change([question], event.currentTarget.checked)}
            />
          </li>
        ))}
      </ul>
      {found.length > mostListed && (
        <p className={classes.more}>
          and {formatNumber(found.length - mostListed)} more. Search to see them.
        </p>
      )}
    </>
  );
}

function wordsOf({ code, text }: Question): string {
  return code === null ? text : `${code} ${text}`;
}
