import type { RulesPreview } from '#domain/surveys/rules-preview.ts';
import { formatNumber } from '#web/lib/format.ts';
import { FigureTable } from '#web/ui/charts/figure-table.tsx';
import { Histogram } from '#web/ui/charts/histogram.tsx';
import { bandName, bandsInSight } from '#web/ui/charts/score-bands.ts';
import classes from './rules-preview-bands.module.css';

type Props = {
  bands: RulesPreview['bands'];
  /** The pass line that is tried; undefined when only questions change. */
  line: number | undefined;
};

/** Shows the responses by score twice, on one scale: as they are, and with the changed rules. */
export function RulesPreviewBands({ bands: { before, after }, line }: Props) {
  const both = before.map((count, band) => count + (after[band] ?? 0));
  const shown = bandsInSight(both, line);
  const scale = { shown, most: Math.max(...before, ...after), isLow: true };
  return (
    <>
      <div className={classes.both} aria-hidden>
        <figure>
          <figcaption>Today</figcaption>
          <Histogram counts={before} line={undefined} {...scale} />
        </figure>
        <figure>
          <figcaption>With these rules</figcaption>
          <Histogram counts={after} line={line} {...scale} />
        </figure>
      </div>
      <FigureTable
        shown={false}
        figures={{
          caption: 'Responses by score',
          head: ['Score', 'Today', 'With these rules'],
          rows: shown.map((band) => ({
            key: band,
            cells: [
              bandName(band),
              formatNumber(before[band] ?? 0),
              formatNumber(after[band] ?? 0),
            ],
          })),
        }}
      />
    </>
  );
}
