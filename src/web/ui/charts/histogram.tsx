import { Fragment, type ReactNode } from 'react';

import type { Verdict } from '#domain/scoring/verdict.ts';
import { formatNumber } from '#web/lib/format.ts';
import classes from './histogram.module.css';
import { bandWidth } from './score-bands.ts';

type Props = {
  /** The number of responses in each band of scores. */
  counts: readonly number[];
  /** The bands to show. */
  shown: readonly number[];
  /** The number that the tallest bar stands for. Two histograms beside each other share it. */
  most: number;
  /** The pass line, in percent. Undefined when each response may have its own. */
  line: number | undefined;
  /** True for a histogram of half the height. */
  isLow?: boolean;
  /**
   * Returns the verdict whose colour a band's bar gets. Without it the bars are brass, the colour of neutral
   * figures.
   */
  verdictOf?: (band: number) => Verdict;
  /** Renders a band around its bar. The bar is empty for a band without responses. */
  around?: (band: number, bar: { className: string; children?: ReactNode }) => ReactNode;
};

/** Shows how many responses lie in each band of scores. The caller adds a table for screen readers. */
export function Histogram({ counts, shown, most, line, isLow = false, ...props }: Props) {
  const { verdictOf, around = (_, bar) => <span {...bar} /> } = props;
  const lowest = (shown[0] ?? 0) * bandWidth;
  const highest = lowest + shown.length * bandWidth;
  const place = (percent: number) => `${(100 * (percent - lowest)) / (highest - lowest)}%`;
  const barOf = (band: number, count: number) => (
    <>
      <span>{formatNumber(count)}</span>
      <i
        data-verdict={verdictOf?.(band)}
        style={{ height: `calc((100% - 1.125rem) * ${count / most})` }}
      />
    </>
  );
  return (
    <div className={classes.chart}>
      <div className={classes.plot} data-low={isLow}>
        {shown.map((band) => {
          const count = counts[band] ?? 0;
          const bar = count > 0 ? { children: barOf(band, count) } : {};
          return (
            <Fragment key={band}>
              {around(band, { className: classes.band ?? '', ...bar })}
            </Fragment>
          );
        })}
        {line !== undefined && (
          <span className={classes.passLine} aria-hidden style={{ left: place(line) }}>
            <span>Pass</span>
          </span>
        )}
      </div>
      <div className={classes.scale} aria-hidden>
        {[...shown.map((band) => band * bandWidth), highest].map((edge) => (
          <span key={edge} style={{ left: place(edge) }}>
            {edge}
          </span>
        ))}
      </div>
    </div>
  );
}
