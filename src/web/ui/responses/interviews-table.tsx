import type { ReactNode } from 'react';

import type { HotelReport } from '#domain/results/hotel-report.ts';
import { formatDate } from '#web/lib/format.ts';
import { Score } from '#web/ui/charts/score.tsx';

import { BeforeAppeal } from './before-appeal.tsx';

type Interview = Pick<
  HotelReport['interviews'][number],
  'id' | 'completedAt' | 'surveyTitle' | 'percent' | 'percentBeforeAppeal' | 'verdict'
>;

type Props<Row extends Interview> = {
  rows: readonly Row[];
  className: string | undefined;
  renderRespondent: (row: Row) => ReactNode;
  renderResult: (row: Row) => ReactNode;
};

/** Shows completed interviews of one hotel. */
export function InterviewsTable<Row extends Interview>({
  rows,
  className,
  renderRespondent,
  renderResult,
}: Props<Row>) {
  return (
    <table className={className}>
      <thead>
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Respondent</th>
          <th scope="col" data-minor>
            Survey
          </th>
          <th scope="col" data-number>
            Score
          </th>
          <th scope="col">Result</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-whole>{formatDate(row.completedAt)}</td>
            <th scope="row" data-words>
              {renderRespondent(row)}
            </th>
            <td data-words data-minor>
              {row.surveyTitle}
            </td>
            <td data-number>
              <Score percent={row.percent} verdict={row.verdict} bare />
              <BeforeAppeal response={row} />
            </td>
            <td>{renderResult(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
