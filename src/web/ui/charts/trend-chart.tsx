import type { CSSProperties } from 'react';

import { verdictOfPercent } from '#domain/scoring/verdict.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';

import classes from './trend-chart.module.css';
import {
  axisOf,
  countedPeriod,
  enoughInterviews,
  scaleOf,
  type PointLink,
  type TrendPoint,
} from './trend.ts';
import { useRowKeys } from './use-row-keys.ts';

/** Tells people who cannot see the chart how to get from one point to the next. */
const keysName = 'Points, arrow keys move between them';

type Props<P extends TrendPoint> = {
  points: P[];
  /** Shows the number of interviews of each average below the line. */
  withCounts?: boolean;
  /** Links each point to the responses behind it, over the chart's whole height. */
  link?: PointLink<P>;
};

/**
 * Draws averages as a line. Screen readers use the table next to it instead. Points with links are
 * wide enough for a finger, and are a single Tab stop. When they do not all fit, the chart scrolls and shows the latest ones
 * first.
 */
export function TrendChart<P extends TrendPoint>({ points, withCounts = false, link }: Props<P>) {
  const passLine = usePortfolioLine();
  const { lowest, lines } = scaleOf(points, passLine);
  const height = (percent: number) => (100 * (percent - lowest)) / (100 - lowest);
  const width = { '--points': link && points.length } as CSSProperties;
  return (
    <div className={classes.chart}>
      <div className={classes.scale} aria-hidden>
        <Lines lines={lines} passLine={passLine} height={height} />
        {withCounts && (
          <div className={classes.counts}>
            <span className={classes.figure}>Interviews</span>
          </div>
        )}
      </div>
      <div className={classes.window} style={width}>
        <div className={classes.content}>
          <div aria-hidden>
            <Curve points={points} passLine={passLine} height={height} />
            {withCounts && <Counts points={points} />}
            <Axis points={points} />
          </div>
          {link && <Columns points={points} link={link} />}
        </div>
      </div>
      <Key points={points} />
    </div>
  );
}

/** Returns a percentage's height in percent of the plot. */
type Height = (percent: number) => number;

type LinesProps = { lines: number[]; passLine: number; height: Height };

function Lines({ lines, passLine, height }: LinesProps) {
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

const isThin = ({ responses }: TrendPoint) => responses < enoughInterviews;

type CurveProps = { points: TrendPoint[]; passLine: number; height: Height };

function Curve({ points, passLine, height }: CurveProps) {
  const drawn = points.flatMap((one, index) => {
    if (one.percent === null) return [];
    const left = (100 * (index + 0.5)) / points.length;
    return [{ one, left, percent: one.percent, bottom: height(one.percent) }];
  });
  const path = (some: typeof drawn) =>
    some.map(({ left, bottom }) => `${left},${100 - bottom}`).join(' ');
  const settled = drawn.filter(({ one }) => !one.isRunning);
  // The line from the last complete point to the one that is still running.
  const open = drawn.length > settled.length ? drawn.slice(-2) : [];
  return (
    <div className={classes.plot}>
      <svg className={classes.curve} viewBox="0 0 100 100" preserveAspectRatio="none">
        <polyline points={path(settled)} vectorEffect="non-scaling-stroke" />
        <polyline points={path(open)} vectorEffect="non-scaling-stroke" data-open />
      </svg>
      {drawn.map(({ one, left, percent, bottom }) => (
        <span
          key={one.period}
          className={classes.dot}
          data-verdict={verdictOfPercent(percent, passLine)}
          data-thin={isThin(one)}
          style={{ left: `${left}%`, bottom: `${bottom}%` }}
          title={`${countedPeriod(one)}: ${formatPercent(percent)}`}
        />
      ))}
    </div>
  );
}

function Axis({ points }: { points: TrendPoint[] }) {
  return (
    <div className={classes.axis}>
      {axisOf(points).map(({ label, below }, index) => (
        <span key={points[index]?.period}>
          {label}
          <small>{below}</small>
        </span>
      ))}
    </div>
  );
}

/** Explains the hollow dots and the dashed line, when there are any. */
function Key({ points }: { points: TrendPoint[] }) {
  const drawn = points.filter(({ percent }) => percent !== null);
  const words = [
    drawn.some(isThin) && `Hollow: fewer than ${enoughInterviews} interviews`,
    drawn.length > 1 && drawn.at(-1)?.isRunning && 'Dashed: so far',
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <p className={classes.key} aria-hidden>
      {words.join(' · ')}
    </p>
  );
}

function Columns<P extends TrendPoint>({ points, link }: { points: P[]; link: PointLink<P> }) {
  const linked = points.filter(({ responses }) => responses > 0).map(({ period }) => period);
  const { row, tabIndexOf } = useRowKeys(linked);
  return (
    <div className={classes.columns} role="group" aria-label={keysName} {...row}>
      {points.map((one) => {
        if (one.responses === 0) return <span key={one.period} className={classes.column} />;
        const name = `${countedPeriod(one)}: ${formatPercent(one.percent)} over ${countWords(one.responses, 'interview')}`;
        const tabIndex = tabIndexOf(one.period);
        return link(one, { className: classes.column, title: name, 'aria-label': name, tabIndex });
      })}
    </div>
  );
}

function Counts({ points }: { points: TrendPoint[] }) {
  const most = Math.max(...points.map(({ responses }) => responses));
  return (
    <div className={classes.counts}>
      {points.map(({ period, responses }) => (
        <span key={period}>
          {responses > 0 && formatNumber(responses)}
          <i style={{ height: `calc((100% - 1.125rem) * ${responses / most})` }} />
        </span>
      ))}
    </div>
  );
}
