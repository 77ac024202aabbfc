import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { paths } from '#web/paths.ts';
import { Score } from '#web/ui/charts/score.tsx';
import classes from './key-figures.module.css';
import { figuresOf, type KeyFigure } from './month-figures.ts';
import { readTrend, trendDays } from './read-dashboard.ts';

/**
 * Shows four figures of the latest whole month, each with its change and its course over the year.
 */
export function KeyFigures() {
  const { data } = useQuery(readTrend());
  const figures = figuresOf(data?.value.trend ?? []);
  if (figures.length === 0) return null;
  return (
    <section className={classes.strip} aria-label="Portfolio health">
      {figures.map((figure) => (
        <Figure key={figure.label} figure={figure} />
      ))}
    </section>
  );
}

function Figure({ figure }: { figure: KeyFigure }) {
  const { label, value, score, note, change, behind, course } = figure;
  return (
    <div className={classes.figure}>
      <span className={classes.label}>{label}</span>
      <Link
        to={paths.results}
        search={{ range: String(trendDays), ...behind }}
        className={classes.value}
        aria-label={`${label}, ${note}: ${value}`}
      >
        {score === undefined ? value : <Score percent={score} />}
      </Link>
      <Sparkline course={course} />
      <span className={classes.note}>
        <span className={change && classes.month}>{note}</span>
        {change && (
          <>
            <span className={classes.month}> · </span>
            <span className={classes.change}>{change}</span>
          </>
        )}
      </span>
    </div>
  );
}

/**
 * Draws the figure over the whole months. Screen readers skip it. The score trend's table has the
 * average scores and the numbers of interviews, but not the other two figures.
 */
function Sparkline({ course }: { course: readonly number[] }) {
  if (course.length < 2) return <span />;
  const [least, most] = [Math.min(...course), Math.max(...course)];
  const span = most - least || 1;
  const points = course
    .map((value, at) => `${(100 * at) / (course.length - 1)},${26 - (24 * (value - least)) / span}`)
    .join(' ');
  return (
    <svg className={classes.course} viewBox="0 0 100 28" preserveAspectRatio="none" aria-hidden>
      <polyline points={points} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
