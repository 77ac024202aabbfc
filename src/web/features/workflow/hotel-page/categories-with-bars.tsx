import type { HotelReport } from '#domain/results/hotel-report.ts';
import { verdictOfPercent } from '#domain/scoring/verdict.ts';
import { formatPercent } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { usePortfolioName } from '#web/lib/portfolio-name.ts';
import { CategoryTable } from '#web/ui/charts/category-table.tsx';
import classes from './overview.module.css';

type Figures = Pick<HotelReport, 'own' | 'portfolio'>;

/** Shows the hotel's categories with a bar that has both scores and the pass line. */
export function CategoriesWithBars({ own, portfolio }: Figures) {
  const portfolioName = usePortfolioName();
  const passLine = usePortfolioLine();
  const hasRing = portfolio.categories.some(({ percent }) => percent !== null);
  return (
    <>
      <CategoryTable
        own={own}
        portfolio={portfolio}
        className={classes.table}
        differenceTitle="Points"
        renderBar={(percent, others) => (
          <Bar percent={percent} others={others} passLine={passLine} />
        )}
        bareScores
      />
      <p className={classes.legend}>
        The line marks the pass line at {passLine}%
        {hasRing && `, the ring ${portfolioName.toLowerCase()}`}.
      </p>
    </>
  );
}

type BarProps = { percent: number | null; others: number | null; passLine: number };

/**
 * Draws the score, green from the pass line on and orange below it, with a ring at the score of all
 * the user's hotels.
 */
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
