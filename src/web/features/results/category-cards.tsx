import { Skeleton } from '@mantine/core';

import type { ResultsSummary } from '#domain/results/results.ts';
import { passLine } from '#domain/scoring/verdict.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import { formatPercent } from '#web/lib/format.ts';
import classes from './figures.module.css';
import { ToResponses } from './to-responses.tsx';

/** The three categories, each with its weighted score and how far it is from the pass line. */
export function CategoryCards({ summary }: { summary: ResultsSummary | undefined }) {
  return (
    <section className={classes.categories} aria-label="Category scores">
      {kpeCategories.map((category) => (
        <CategoryCard
          key={category}
          category={category}
          percent={summary?.categories.find((one) => one.category === category)?.percent ?? null}
          loading={!summary}
        />
      ))}
    </section>
  );
}

type CardProps = { category: KpeCategory; percent: number | null; loading: boolean };

function CategoryCard({ category, percent, loading }: CardProps) {
  return (
    <article className={classes.card}>
      <h2 className={classes.name}>{category}</h2>
      {loading ? (
        <Skeleton height={44} width={110} />
      ) : (
        <p className={classes.figure}>
          {percent === null ? (
            formatPercent(percent)
          ) : (
            <ToResponses only={{ category }} title={`Responses scored in ${category}`}>
              {formatPercent(percent)}
            </ToResponses>
          )}
        </p>
      )}
      <div className={classes.bar} aria-hidden>
        <span style={{ width: `${percent ?? 0}%` }} />
        <i />
      </div>
      <p className={classes.note}>{loading ? ' ' : noteOn(percent)}</p>
    </article>
  );
}

function noteOn(percent: number | null): string {
  if (percent === null) return 'No scored answers in this range';
  const away = Math.abs(percent - passLine).toFixed(1);
  return percent >= passLine
    ? `${away} points above the pass line of ${passLine} %`
    : `${away} points below the pass line of ${passLine} %`;
}
