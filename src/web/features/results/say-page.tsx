import { VisuallyHidden } from '@mantine/core';

import type { ResultsPage } from '#domain/results/results.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import type { ResultsView } from './results-view.ts';
import { pageSize } from './read-results.ts';

/** The headings that the table is sorted by. */
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
 * What a change of filter, sort or page came to, for whoever does not see the table change. Also
 * where the words are the same as before: they are another element then, so they are read again.
 */
export function SayPage({ page, view }: Props) {
  // Opening a response, or another tab of pictures, changes nothing in the table.
  const { response: _, tab: __, ...shown } = view;
  return (
    <VisuallyHidden role="status">
      {page && <span key={JSON.stringify(shown)}>{wordsOf(page, view)}</span>}
    </VisuallyHidden>
  );
}

function wordsOf({ total, rows }: ResultsPage, view: ResultsView): string {
  if (rows.length === 0) return 'No responses';
  const first = (view.page - 1) * pageSize + 1;
  const place = `${formatNumber(first)} to ${formatNumber(first + rows.length - 1)}`;
  const order = view.direction === 'asc' ? 'ascending' : 'descending';
  return `${place} of ${countWords(total, 'response')}, by ${sortWords[view.sort]}, ${order}`;
}
