import { bandCount } from '#domain/results/analytics.ts';
import { passLine } from '#domain/scoring/verdict.ts';
import type { RulesPreview } from '#domain/surveys/rules-preview.ts';
import { formatNumber } from '#web/lib/format.ts';
import { FigureTable } from '#web/ui/figure-table.tsx';
import classes from './rules-preview-bands.module.css';

const bandWidth = 100 / bandCount;

type Props = {
  bands: RulesPreview['bands'];
  /** The pass line that is tried; undefined when only questions change. */
  line: number | undefined;
};

/** Shows the responses by score twice, on one scale: as they are, and with the changed rules. */
export function RulesPreviewBands({ bands, line }: Props) {
  const shown = bandsInSight(
    [...bands.before, ...bands.after],
    Math.min(line ?? passLine, passLine),
  );
  const most = Math.max(...bands.before, ...bands.after);
  const nameOf = (band: number) =>
    band === bandCount - 1
      ? `${band * bandWidth}% to 100%`
      : `${band * bandWidth}% to under ${(band + 1) * bandWidth}%`;
  return (
    <>
      <div className={classes.both} aria-hidden>
        <Bars title="Today" counts={bands.before} line={undefined} {...{ shown, most }} />
        <Bars title="With these rules" counts={bands.after} {...{ shown, most, line }} />
      </div>
      <FigureTable
        shown={false}
        figures={{
          caption: 'Responses by score',
          head: ['Score', 'Today', 'With these rules'],
          rows: shown.map((band) => ({
            key: band,
            cells: [
              nameOf(band),
              formatNumber(bands.before[band] ?? 0),
              formatNumber(bands.after[band] ?? 0),
            ],
          })),
        }}
      />
    </>
  );
}

/** Returns the bands from the lowest that holds anything, or lies below the line, to the highest. */
function bandsInSight(counts: readonly number[], line: number): number[] {
  const held = counts.flatMap((count, place) => (count > 0 ? [place % bandCount] : []));
  const lowest = Math.min(...held, Math.ceil(line / bandWidth) - 1);
  return Array.from({ length: bandCount - lowest }, (_, place) => lowest + place);
}

type BarsProps = {
  title: string;
  counts: readonly number[];
  shown: readonly number[];
  /** The height of the tallest bar of both. */
  most: number;
  /** Undefined where each response may have its own. */
  line: number | undefined;
};

function Bars({ title, counts, shown, most, line }: BarsProps) {
  const lowest = (shown[0] ?? 0) * bandWidth;
  const place = (percent: number) => `${(100 * (percent - lowest)) / (100 - lowest)}%`;
  return (
    <figure className={classes.chart}>
      <figcaption>{title}</figcaption>
      <div className={classes.plot}>
        {shown.map((band) => {
          const count = counts[band] ?? 0;
          return (
            <span key={band} className={classes.band}>
              {count > 0 && <span>{formatNumber(count)}</span>}
              <i style={{ height: `calc((100% - 1.125rem) * ${count / Math.max(1, most)})` }} />
            </span>
          );
        })}
        {line !== undefined && (
          <span className={classes.line} style={{ left: place(line) }}>
            <span>Pass</span>
          </span>
        )}
      </div>
      <div className={classes.scale}>
        {[...shown.map((band) => band * bandWidth), 100].map((edge) => (
          <span key={edge} style={{ left: place(edge) }}>
            {edge}
          </span>
        ))}
      </div>
    </figure>
  );
}
