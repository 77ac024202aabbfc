import { useQuery } from '@tanstack/react-query';

import { plural } from '#domain/plural.ts';
import type { Distribution } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { passLine, percentOf } from '#domain/scoring/verdict.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';
import classes from './distribution-figure.module.css';
import { FigurePanel } from './figure-panel.tsx';
import { distributionQuery } from './read-results.ts';
import type { Narrowing } from './results-view.ts';
import { ToResponses } from './to-responses.tsx';

const bandWidth = 10;
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** How the responses lie about the pass line. */
export function DistributionFigure({ filter }: { filter: ResultsFilter }) {
  return (
    <FigurePanel
      subject="Responses by score, in bands of ten percent"
      query={useQuery(distributionQuery(filter))}
      height={272}
      isEmpty={({ bands }) => sum(bands) === 0}
      finding={describe}
      figures={({ bands }) => ({
        caption: 'Responses by score',
        head: ['Score', 'Responses', 'Share'],
        rows: bands.map((count, band) => ({
          key: band,
          link: (name) => <ToResponses only={within(band)}>{name}</ToResponses>,
          cells: [nameOf(band), formatNumber(count), share(count, bands)],
        })),
      })}
    >
      {({ bands }) => <Bars bands={bands} />}
    </FigurePanel>
  );
}

function describe({ bands }: Distribution): string {
  const passed = sum(bands.slice(passLine / bandWidth));
  const scored = sum(bands);
  return `${formatNumber(passed)} of ${countWords(scored, 'response')} ${plural(passed, 'passes', 'pass')}, ${share(passed, bands)}`;
}

function share(count: number, bands: number[]): string {
  return formatPercent(percentOf({ totalScore: count, maxScore: sum(bands) }));
}

/** "70% to under 80%" */
function nameOf(band: number): string {
  const [from, to] = [band * bandWidth, (band + 1) * bandWidth];
  return to === 100 ? `${from}% to 100%` : `${from}% to under ${to}%`;
}

/** The lowest band and the highest have no end on their outer side. */
function within(band: number): Narrowing {
  const [from, to] = [band * bandWidth, (band + 1) * bandWidth];
  return { least: from === 0 ? undefined : from, under: to === 100 ? undefined : to };
}

function Bars({ bands }: { bands: number[] }) {
  const most = Math.max(...bands);
  return (
    <div className={classes.chart}>
      <div className={classes.plot}>
        {bands.map((count, band) => {
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
                data-pass={band * bandWidth >= passLine}
                style={{ height: `calc((100% - 1.125rem) * ${count / most})` }}
              />
            </ToResponses>
          );
        })}
        <span className={classes.passLine} aria-hidden style={{ left: `${passLine}%` }}>
          <span>Pass</span>
        </span>
      </div>
      <div className={classes.scale} aria-hidden>
        {Array.from({ length: 11 }, (_, edge) => (
          <span key={edge} style={{ left: `${edge * bandWidth}%` }}>
            {edge * bandWidth}
          </span>
        ))}
      </div>
    </div>
  );
}
