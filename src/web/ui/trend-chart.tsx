import { passLine } from '#domain/scoring/verdict.ts';
import { formatNumber, formatPercent } from '#web/lib/format.ts';

import classes from './trend-chart.module.css';
import { monthName, monthOfYear, scaleOf, type MonthLink, type ScoredMonth } from './trend.ts';

type Props = {
  months: ScoredMonth[];
  /** Shows below the line how many interviews each month's average is over. */
  withCounts?: boolean;
  /** Makes each month, over the chart's whole height, a way to what is behind it. */
  link?: MonthLink;
};

/** A line of monthly averages. Its figures are in the table beside it. */
export function TrendChart({ months, withCounts = false, link }: Props) {
  const { lowest, lines } = scaleOf(months);
  const height = (percent: number) => (100 * (percent - lowest)) / (100 - lowest);
  const place = (index: number) => (100 * (index + 0.5)) / months.length;
  const points = months.map((one, index) => ({
    ...one,
    left: place(index),
    bottom: height(one.percent),
  }));
  const path = points.map(({ left, bottom }) => `${left},${100 - bottom}`).join(' ');
  return (
    <div className={classes.chart}>
      <div aria-hidden>
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
          <svg className={classes.curve} viewBox="0 0 100 100" preserveAspectRatio="none">
            <polyline points={path} vectorEffect="non-scaling-stroke" />
          </svg>
          {points.map(({ month, percent, left, bottom }) => (
            <span
              key={month}
              className={classes.dot}
              style={{ left: `${left}%`, bottom: `${bottom}%` }}
              title={`${monthName(month, 'long')}: ${formatPercent(percent)}`}
            />
          ))}
        </div>
        {withCounts && <Counts months={months} />}
        <div className={classes.months}>
          {months.map(({ month }) => (
            <span key={month}>{monthName(month, 'short')}</span>
          ))}
        </div>
      </div>
      {link && <Columns months={months} link={link} />}
    </div>
  );
}

/** Months that a phone has room for, each as wide as a finger needs. */
const mostOnPhone = 10;

type ColumnsProps = { months: ScoredMonth[]; link: MonthLink };

function Columns({ months, link }: ColumnsProps) {
  return (
    <div className={classes.columns} data-many={months.length > mostOnPhone}>
      {months.map((one) => {
        const name = `${monthOfYear(one.month)}: ${formatPercent(one.percent)} over ${formatNumber(one.responses)} interviews`;
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
      <span className={classes.figure}>Interviews</span>
    </div>
  );
}
