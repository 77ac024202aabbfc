import type { ReactNode } from 'react';

import type { HotelReport } from '#domain/results/hotel-report.ts';
import { formatChange, nothing } from '#web/lib/format.ts';
import { usePortfolioName } from '#web/lib/portfolio-name.ts';
import { Score } from './score.tsx';

type Percent = number | null;

type Props = Pick<HotelReport, 'own' | 'portfolio'> & {
  className: string | undefined;
  /** The heading of the last column. */
  differenceTitle: string;
  /** Returns what is below the category's name. */
  renderBar: (percent: Percent, others: Percent) => ReactNode;
  bareScores?: boolean;
};

/** Shows the hotel's categories next to those of all hotels that the user can see. */
export function CategoryTable({
  own,
  portfolio,
  className,
  differenceTitle,
  renderBar,
  bareScores = false,
}: Props) {
  return (
    <table className={className}>
      <thead>
        <tr>
          <th scope="col">Category</th>
          <th scope="col" data-number>
            This hotel
          </th>
          <th scope="col" data-number>
            {usePortfolioName()}
          </th>
          <th scope="col" data-number>
            {differenceTitle}
          </th>
        </tr>
      </thead>
      <tbody>
        {own.categories.map(({ category, percent }, index) => {
          const others = portfolio.categories[index]?.percent ?? null;
          return (
            <tr key={category}>
              <th scope="row">
                {category}
                {renderBar(percent, others)}
              </th>
              <td data-number data-own>
                <Score percent={percent} bare={bareScores} />
              </td>
              <td data-number>
                <Score percent={others} bare={bareScores} />
              </td>
              <td data-number>
                {percent === null || others === null ? nothing : formatChange(percent - others)}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
