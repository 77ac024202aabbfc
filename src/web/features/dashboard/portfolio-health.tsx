import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { passLine, percentOf } from '#domain/scoring/verdict.ts';
import { countWords, formatNumber, formatPercent, nothing } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import { Panel } from '#web/ui/panel.tsx';
import { describeTrend, scoredMonths } from '#web/ui/trend.ts';
import classes from './portfolio-health.module.css';
import { readTrend, trendDays } from './read-dashboard.ts';

/** How the hotels stand, over a year: who passes, and what is weakest. */
export function PortfolioHealth() {
  const { data } = useQuery(readTrend());
  if (!data) return null;
  const { passed, needsReview, categories, trend } = data.value;
  const scored = passed + needsReview;
  const [weakest] = categories
    .filter(({ percent }) => percent !== null)
    .toSorted((a, b) => (a.percent ?? 0) - (b.percent ?? 0));
  const figures = [
    {
      label: 'Pass',
      value: formatPercent(percentOf({ totalScore: passed, maxScore: scored })),
      note: `${formatNumber(passed)} of ${countWords(scored, 'response')}`,
      behind: { least: passLine },
    },
    {
      label: 'Need review',
      value: formatNumber(needsReview),
      note: `in the last ${trendDays} days`,
      behind: { under: passLine },
    },
    {
      label: 'Weakest category',
      value: formatPercent(weakest?.percent ?? null),
      note: weakest?.category ?? nothing,
      behind: { category: weakest?.category },
    },
  ];
  return (
    <Panel
      title="Portfolio health"
      lead={describeTrend(scoredMonths(trend))}
      actions={
        <Anchor
          renderRoot={(props) => (
            <Link {...props} to={paths.results} search={{ range: String(trendDays) }} />
          )}
        >
          View analytics
        </Anchor>
      }
    >
      <dl className={classes.figures}>
        {figures.map(({ label, value, note, behind }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={classes.value}>
              <Link to={paths.results} search={{ range: String(trendDays), ...behind }}>
                {value}
              </Link>
            </dd>
            <dd className={classes.note}>{note}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
