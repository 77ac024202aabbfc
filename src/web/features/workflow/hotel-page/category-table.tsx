import type { HotelReport } from '#domain/results/hotel-report.ts';
import { verdictOfPercent } from '#domain/scoring/verdict.ts';
import { formatChange, formatPercent, nothing } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { usePortfolioName } from '#web/lib/portfolio-name.ts';
import { Score } from '#web/ui/score.tsx';
import classes from './overview.module.css';

type Figures = Pick<HotelReport, 'own' | 'portfolio'>;

/** Shows the hotel's categories next to those of all hotels that the user can see. */
export function CategoryTable({ own, portfolio }: Figures) {
  const portfolioName = usePortfolioName();
  const passLine = usePortfolioLine();
  return (
    <>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Category</th>
            <th scope="col" data-number>
              This hotel
            </th>
            <th scope="col" data-number>
              {portfolioName}
            </th>
            <th scope="col" data-number>
              Points
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
                  <Bar percent={percent} others={others} passLine={passLine} />
                </th>
                <td data-number>
                  <strong>
                    <Score percent={percent} bare />
                  </strong>
                </td>
                <td data-number>
                  <Score percent={others} bare />
                </td>
                <td data-number>
                  {percent === null || others === null ? nothing : formatChange(percent - others)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={classes.legend}>
        The line marks the pass line at {passLine}%, the ring {portfolioName.toLowerCase()}.
      </p>
    </>
  );
}

/**
 * Draws the score, green from the pass line on and orange below it, with a ring at the score of all
 * the user's hotels.
 */
type BarProps = { percent: number | null; others: number | null; passLine: number };

function Bar({ percent, others, passLine }: BarProps) {
  return (
    <span className={classes.bar} aria-hidden>
      <i
        style={{
          width: `${percent ?? 0}%`,
          backgroundColor: `var(--bw-${verdictOfPercent(percent, passLine) === 'Pass' ? 'pass' : 'review'}-mark)`,
        }}
      />
      <b style={{ left: `${passLine}%` }} />
      {others !== null && <em style={{ left: `${others}%` }} />}
    </span>
  );
}

/** Returns what the table shows as a sentence, or undefined when nothing is scored. */
export function describeCategories({ own, portfolio }: Figures, name: string): string | undefined {
  const scored = own.categories.flatMap(({ category, percent }, index) =>
    percent === null
      ? []
      : [{ category, percent, others: portfolio.categories[index]?.percent ?? null }],
  );
  const [weakest] = scored.toSorted((a, b) => a.percent - b.percent);
  if (!weakest) return undefined;
  const { category, percent, others } = weakest;
  return `Weakest: ${category} at ${formatPercent(percent)}. ${name}: ${formatPercent(others)}.`;
}
