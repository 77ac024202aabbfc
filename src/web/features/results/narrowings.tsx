import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import type { ResultsFilter } from '#domain/results/results.ts';
import { formatDay } from '#web/lib/format.ts';
import { monthOfYear } from '#web/ui/charts/trend.ts';
import classes from './narrowings.module.css';
import { lostPointsQuery } from './read-results.ts';
import { scoresBetween, type Narrowing, type ResultsView } from './results-view.ts';

type Name = keyof Narrowing;
type Props = {
  view: ResultsView;
  filter: ResultsFilter;
  onChange: (changes: Partial<Record<Name, undefined>>) => void;
};

/** Lists the filters that clicks in charts have set. Each one can be removed. */
export function Narrowings({ view, filter, onChange }: Props) {
  const { month, week, day, least, under, verdict, category, question, stage, round } = view;
  const isBounded = least !== undefined || under !== undefined;
  const lostAt = useLostAt(question, filter);
  const all: { names: Name[]; words: string | undefined; isPending?: boolean }[] = [
    ...(view.review
      ? []
      : [
          { names: ['month' as const], words: month && monthOfYear(month) },
          { names: ['week' as const], words: week && `Week of ${formatDay(week)}` },
          { names: ['day' as const], words: day && formatDay(day) },
        ]),
    { names: ['least', 'under'], words: isBounded ? `Score ${scoresBetween(view)}` : undefined },
    { names: ['verdict'], words: verdict && `Result ${verdict}` },
    { names: ['category'], words: category && `Scored in ${category}` },
    { names: ['stage', 'round'], words: assessmentOf({ stage, round }) },
    { names: ['question'], ...lostAt },
  ];
  const shown = all.filter(({ words }) => words !== undefined);
  if (shown.length === 0) return null;
  return (
    <ul className={classes.narrowings} aria-label="Narrowed to">
      {shown.map(({ names, words = '', isPending }) => (
        <li key={names.join()}>
          <Button
            variant="light"
            size="compact-md"
            radius="xl"
            title={words}
            aria-label={`Remove filter: ${words}`}
            rightSection={!isPending && <IconX size={14} aria-hidden />}
            onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            {words}
          </Button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Returns the text of the filter by stage and round. A hotel with several cycles was in a stage more than once, and a
 * round is one of these times.
 */
function assessmentOf({ stage, round }: Pick<ResultsView, 'stage' | 'round'>) {
  if (stage === undefined) return round === undefined ? undefined : 'One round';
  return `Hotel in ${stage}${round === undefined ? '' : ', one round'}`;
}

/**
 * Returns the text of the filter by question. It comes from the chart's reply, which always
 * includes that question. While the reply loads, the button has no icon after its text, because the
 * text would move it when it arrives.
 */
function useLostAt(id: number | undefined, filter: ResultsFilter) {
  const { data, isPending } = useQuery({ ...lostPointsQuery(filter), enabled: id !== undefined });
  if (id === undefined) return { words: undefined };
  const asked = data?.questions.find(({ questionId }) => questionId === id);
  return { words: `Points lost at: ${asked?.text ?? 'one question'}`, isPending };
}
