import { VisuallyHidden } from '@mantine/core';

import type { ResultsPage } from '#domain/results/results.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { notCountedInWords } from '#web/ui/notices/not-counted.tsx';
import type { ResultsView } from './results-view.ts';
import { pageSize } from './read-results.ts';

/** The column headings that the table can be sorted by. */
export const sortWords: Readonly<Record<ResultsView['sort'], string>> = {
  completedAt: 'Date',
  hotelName: 'Hotel',
  surveyTitle: 'Survey',
  respondentName: 'Respondent',
  duration: 'Duration',
  percent: 'Score',
};

type Props = {
  /** Undefined while it loads. */
  page: ResultsPage | undefined;
  view: ResultsView;
};

/**
 * Tells screen readers what the table shows after a change of filter, sort or page. The key makes
 * each change a new element, so that the same words are read again.
 */
export function SayPage({ page, view }: Props) {
  // Opening a response, a standard or another tab changes nothing in the table.
  const {
    response: _,
    tab: __,
    find: ___,
    by: ____,
    way: _____,
    standard: ______,
    ...shown
  } = view;
  return (
    <VisuallyHidden role="status">
      {page && <span key={JSON.stringify(shown)}>{wordsOf(page, view)}</span>}
    </VisuallyHidden>
  );
}

function wordsOf({ total, notCounted, rows }: ResultsPage, view: ResultsView): string {
  if (rows.length === 0) return 'No responses';
  const first = (view.page - 1) * pageSize + 1;
  const place = `${formatNumber(first)} to ${formatNumber(first + rows.length - 1)}`;
  const order = view.direction === 'asc' ? 'ascending' : 'descending';
  return `${place} of ${countWords(total, 'response')}${notCountedInWords(notCounted)}, by ${sortWords[view.sort]}, ${order}`;
}
