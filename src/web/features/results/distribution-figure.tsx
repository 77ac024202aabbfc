import { useQuery } from '@tanstack/react-query';

import { plural } from '#domain/plural.ts';
import type { Distribution } from '#domain/results/analytics.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { passLine, percentOf, verdictOfPercent } from '#domain/scoring/verdict.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';
import { usePortfolioLine } from '#web/lib/portfolio-line.ts';
import { Histogram } from '#web/ui/charts/histogram.tsx';
import { bandName, bandsInSight, bandWidth } from '#web/ui/charts/score-bands.ts';
import { FigurePanel } from './figure-panel.tsx';
import { distributionQuery } from './read-results.ts';
import type { Narrowing } from './results-view.ts';
import { ToResponses } from './to-responses.tsx';

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

/** Shows how many responses lie in each band of scores, with the pass line. */
export function DistributionFigure({ filter }: { filter: ResultsFilter }) {
  const line = usePortfolioLine();
  return (
    <FigurePanel
      subject="Responses by score, in bands of ten percent"
      query={useQuery(distributionQuery(filter))}
      height={316}
      isEmpty={({ bands }) => sum(bands) === 0}
      finding={describeDistribution}
      figures={({ bands }) => ({
        caption: 'Responses by score',
        head: ['Score', 'Responses', 'Share'],
        rows: bandsInSight(bands, line).map((band) => ({
          key: band,
          link: (name) => <ToResponses only={within(band)}>{name}</ToResponses>,
          cells: [bandName(band), formatNumber(bands[band] ?? 0), share(bands[band] ?? 0, bands)],
        })),
      })}
    >
      {({ bands }) => <Bars bands={bands} line={line} />}
    </FigurePanel>
  );
}

/**
 * Returns the chart's main finding. A reading from an earlier release does not have the number of passed
 * responses. Then it is counted from the pass line.
 */
export function describeDistribution({
  bands,
  passed = sum(bands.slice(passLine / bandWidth)),
}: Distribution): string {
  const scored = sum(bands);
  return `${formatNumber(passed)} of ${countWords(scored, 'response')} ${plural(scored === 1 ? 1 : passed, 'passes', 'pass')}, ${share(passed, bands)}`;
}

function share(count: number, bands: number[]): string {
  const percent = percentOf({ totalScore: count, maxScore: sum(bands) });
  return count > 0 && percent === 0 ? 'under 0.1%' : formatPercent(percent);
}

/**
 * Returns the filter for a band. The lowest band has no lower limit and the highest no upper one.
 */
function within(band: number): Narrowing {
  const [from, to] = [band * bandWidth, (band + 1) * bandWidth];
  return { least: from === 0 ? undefined : from, under: to === 100 ? undefined : to };
}

function Bars({ bands, line }: { bands: number[]; line: number }) {
  return (
    <Histogram
      counts={bands}
      shown={bandsInSight(bands, line)}
      most={Math.max(...bands)}
      line={line}
      verdictOf={(band) => verdictOfPercent(band * bandWidth, line)}
      around={(band, bar) => {
        const count = bands[band] ?? 0;
        const name = `${bandName(band)}: ${countWords(count, 'response')}`;
        if (count === 0) return <span {...bar} title={name} />;
        return <ToResponses {...bar} only={within(band)} title={name} aria-label={name} />;
      }}
    />
  );
}
