import type { ResultsSummary } from '#domain/results/results.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { Score, ScoreBar } from '#web/ui/charts/score.tsx';
import { formatPercent } from '#web/lib/format.ts';
import { changeOf, type Before } from './compare-ranges.ts';
import { FigureCell } from './figure-cell.tsx';
import classes from './figures.module.css';
import { ToResponses } from './to-responses.tsx';

type Props = { summary: ResultsSummary | undefined; before: Before };

/**
 * Shows the three categories with their weighted scores, each with a bar that marks the pass line.
 */
export function CategoryCards({ summary, before }: Props) {
  return (
    <section className={classes.categories} aria-label="Category scores">
      {kpeCategories.map((category) => {
        const percent = percentIn(summary, category);
        const change = changeOf([percent, percentIn(before.summary, category)], ' points');
        return (
          <FigureCell
            key={category}
            name={category}
            bar={<ScoreBar percent={percent ?? null} />}
            change={change}
          >
            {percent === undefined ? undefined : (
              <CategoryScore category={category} percent={percent} />
            )}
          </FigureCell>
        );
      })}
    </section>
  );
}

function percentIn(summary: ResultsSummary | undefined, category: KpeCategory) {
  if (!summary) return undefined;
  return summary.categories.find((one) => one.category === category)?.percent ?? null;
}

function CategoryScore({ category, percent }: { category: KpeCategory; percent: number | null }) {
  if (percent === null) return formatPercent(percent);
  return (
    <Score percent={percent}>
      <ToResponses only={{ category }} title={`Responses scored in ${category}`}>
        {formatPercent(percent)}
      </ToResponses>
    </Score>
  );
}
