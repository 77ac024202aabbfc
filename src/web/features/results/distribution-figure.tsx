import { useQuery } from '@tanstack/react-query';

import { plural } from '#domain/plural.ts';
import type { Distribution } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { passLine, percentOf, verdictOfPercent } from '#domain/scoring/verdict.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';
import { bandsInSight, bandWidth } from './bands-in-sight.ts';
import classes from './distribution-figure.module.css';
import { FigurePanel } from './figure-panel.tsx';
import { distributionQuery } from './read-results.ts';
import type { Narrowing } from './results-view.ts';
import { ToResponses } from './to-responses.tsx';

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Shows how many responses lie in each band of scores, with the pass line. */
export function DistributionFigure({ filter }: { filter: ResultsFilter }) {
  return (
    <FigurePanel
      subject="Responses by score, in bands of ten percent"
      query={useQuery(distributionQuery(filter))}
      height={316}
      isEmpty={({ bands }) => sum(bands) === 0}
      finding={describe}
      figures={({ bands }) => ({
        caption: 'Responses by score',
        head: ['Score', 'Responses', 'Share'],
        rows: bandsInSight(bands).map((band) => ({
          key: band,
          link: (name) => <ToResponses only={within(band)}>{name}</ToResponses>,
          cells: [nameOf(band), formatNumber(bands[band] ?? 0), share(bands[band] ?? 0, bands)],
        })),
      })}
    >
      {({ bands }) => <Bars bands={bands} />}
    </FigurePanel>
  );
}

/** What a device kept of an earlier release does not say how many passed: then the line decides. */
function describe({
  bands,
  passed = sum(bands.slice(passLine / bandWidth)),
}: Distribution): string {
  const scored = sum(bands);
  return `${formatNumber(passed)} of ${countWords(scored, 'response')} ${plural(passed, 'passes', 'pass')}, ${share(passed, bands)}`;
}

function share(count: number, bands: number[]): string {
  return formatPercent(percentOf({ totalScore: count, maxScore: sum(bands) }));
}

/** Returns a band's name, such as "70% to under 80%". */
function nameOf(band: number): string {
  const [from, to] = [band * bandWidth, (band + 1) * bandWidth];
  return to === 100 ? `${from}% to 100%` : `${from}% to under ${to}%`;
}

/**
 * Returns the filter for a band. The lowest band has no lower limit and the highest no upper one.
 */
function within(band: number): Narrowing {
  const [from, to] = [band * bandWidth, (band + 1) * bandWidth];
  return { least: from === 0 ? undefined : from, under: to === 100 ? undefined : to };
}

function Bars({ bands }: { bands: number[] }) {
  const most = Math.max(...bands);
  const shown = bandsInSight(bands);
  const lowest = (shown[0] ?? 0) * bandWidth;
  const place = (percent: number) => `${(100 * (percent - lowest)) / (shown.length * bandWidth)}%`;
  return (
    <div className={classes.chart}>
      <div className={classes.plot}>
        {shown.map((band) => {
          const count = bands[band] ?? 0;
          const name = `${nameOf(band)}: ${countWords(count, 'response')}`;
          if (count === 0) return <span key={name} className={classes.band} title={name} />;
          return (
            <ToResponses
              key={name}
              only={within(band)}
              className={classes.band}
              title={name}
              aria-label={name}
            >
              <span>{formatNumber(count)}</span>
              <i
                data-verdict={verdictOfPercent(band * bandWidth)}
                style={{ height: `calc((100% - 1.125rem) * ${count / most})` }}
              />
            </ToResponses>
          );
        })}
        <span className={classes.passLine} aria-hidden style={{ left: place(passLine) }}>
          <span>Pass</span>
        </span>
      </div>
      <div className={classes.scale} aria-hidden>
        {[...shown.map((band) => band * bandWidth), lowest + shown.length * bandWidth].map(
          (edge) => (
            <span key={edge} style={{ left: place(edge) }}>
              {edge}
            </span>
          ),
        )}
      </div>
    </div>
  );
}
