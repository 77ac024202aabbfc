import type { CSSProperties } from 'react';

import { passLine } from '#domain/scoring/verdict.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';

import classes from './trend-chart.module.css';
import { countedMonth, monthName, scaleOf, type MonthLink, type ScoredMonth } from './trend.ts';

type Props = {
  months: ScoredMonth[];
  /** Shows below the line how many interviews each month's average is over. */
  withCounts?: boolean;
  /** Makes each month, over the chart's whole height, a way to what is behind it. */
  link?: MonthLink;
};

/**
 * A line of monthly averages. Its figures are in the table beside it. Months that lead somewhere
 * are as wide as a finger needs: those that find no room are scrolled to, from the latest back.
 */
export function TrendChart({ months, withCounts = false, link }: Props) {
  const { lowest, lines } = scaleOf(months);
  const height = (percent: number) => (100 * (percent - lowest)) / (100 - lowest);
  const width = { '--months': link && months.length } as CSSProperties;
  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden>
        <Lines lines={lines} height={height} />
        {withCounts && (
          <div className={classes.counts}>
            <span className={classes.figure}>Interviews</span>
          </div>
        )}
      </div>
      <div className={classes.window}>
        <div className={classes.content} style={width}>
          <div aria-hidden>
            <Curve months={months} height={height} />
            {withCounts && <Counts months={months} />}
            <div className={classes.months}>
              {months.map(({ month }) => (
                <span key={month}>{monthName(month, 'short')}</span>
              ))}
            </div>
          </div>
          {link && <Columns months={months} link={link} />}
        </div>
      </div>
    </div>
  );
}

/** How high a percent stands, in percent of the plot. */
type Height = (percent: number) => number;

function Lines({ lines, height }: { lines: number[]; height: Height }) {
  return (
    <div className={classes.plot}>
      {lines.map((percent) => (
        <span
          key={percent}
          className={classes.line}
          data-pass={percent === passLine}
          style={{ bottom: `${height(percent)}%` }}
        >
          <span className={classes.figure}>
            {percent}%{percent === passLine && ' Pass'}
          </span>
        </span>
      ))}
    </div>
  );
}

function Curve({ months, height }: { months: ScoredMonth[]; height: Height }) {
  const points = months.map((one, index) => ({
    one,
    left: (100 * (index + 0.5)) / months.length,
    bottom: height(one.percent),
  }));
  const path = points.map(({ left, bottom }) => `${left},${100 - bottom}`).join(' ');
  return (
    <div className={classes.plot}>
      <svg className={classes.curve} viewBox="0 0 100 100" preserveAspectRatio="none">
        <polyline points={path} vectorEffect="non-scaling-stroke" />
      </svg>
      {points.map(({ one, left, bottom }) => (
        <span
          key={one.month}
          className={classes.dot}
          data-whole={one.isWhole}
          style={{ left: `${left}%`, bottom: `${bottom}%` }}
          title={`${countedMonth(one)}: ${formatPercent(one.percent)}`}
        />
      ))}
    </div>
  );
}

type ColumnsProps = { months: ScoredMonth[]; link: MonthLink };

function Columns({ months, link }: ColumnsProps) {
  return (
    <div className={classes.columns}>
      {months.map((one) => {
        const name = `${countedMonth(one)}: ${formatPercent(one.percent)} over ${countWords(one.responses, 'interview')}`;
        return link(one, { className: classes.column, title: name, 'aria-label': name });
      })}
    </div>
  );
}

function Counts({ months }: { months: ScoredMonth[] }) {
  const most = Math.max(...months.map(({ responses }) => responses));
  return (
    <div className={classes.counts}>
      {months.map(({ month, responses }) => (
        <span key={month}>
          {formatNumber(responses)}
          <i style={{ height: `calc((100% - 1.125rem) * ${responses / most})` }} />
        </span>
      ))}
    </div>
  );
}
