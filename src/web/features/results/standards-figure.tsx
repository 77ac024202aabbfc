import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';

import { plural } from '#domain/plural.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import type { Standard, Standards } from '#domain/results/standards.ts';
import { useAddress } from '#web/lib/address.ts';
import { countWords, formatNumber, formatPercent } from '#web/lib/format.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import { ariaSort, SortButton } from '#web/ui/sort-button.tsx';
import { FigurePanel } from './figure-panel.tsx';
import { standardsQuery } from './read-results.ts';
import { resultsViewSchema, type ResultsView } from './results-view.ts';
import { StandardHotels } from './standard-hotels.tsx';
import classesOfHotels from './hotel-figures.module.css';
import classes from './standards-figure.module.css';

/**
 * The longest range that Results offers, in days. It suits standards, which are often asked only once a
 * quarter.
 */
const longest = '365';

/**
 * Shows how often each standard code was met, the one with the most repeat findings first. A code
 * opens the hotels where it was a finding.
 */
export function StandardsFigure({ filter }: { filter: ResultsFilter }) {
  const [view, change] = useAddress(resultsViewSchema);
  const { find: search, by: sort, way: direction } = view;
  const query = useQuery(standardsQuery({ ...filter, search, sort, direction }));
  return (
    <>
      <FigurePanel
        subject="Standards, each with the share of answers that are no finding"
        query={query}
        height={586}
        isEmpty={({ total }) => total === 0 && !search}
        nothing={() => 'No standard was asked in this range'}
        remedy={
          view.range !== longest && (
            <Button
              variant="default"
              onClick={() => change({ range: longest, from: undefined, to: undefined })}
            >
              Show {longest} days
            </Button>
          )
        }
        finding={describe}
      >
        {({ standards, total }) => (
          <>
            <div className={classes.search}>
              <SearchField
                label="Code or question"
                value={search ?? ''}
                onChange={(text) => change({ find: text || undefined }, { replace: true })}
              />
            </div>
            {total === 0 ? (
              <Empty title="No standard matches" text="Try another search." />
            ) : (
              <div className={classesOfHotels.scroll}>
                <Table standards={standards} view={view} onSort={change} />
              </div>
            )}
            {total > standards.length && (
              <p className={classes.soft}>
                {formatNumber(standards.length)} of {countWords(total, 'standard')}. Search to find
                the others.
              </p>
            )}
          </>
        )}
      </FigurePanel>
      <StandardHotels
        code={view.standard}
        filter={filter}
        onClose={() => change({ standard: undefined })}
      />
    </>
  );
}

function describe({ standards, total, ...counted }: Standards): string {
  const repeated = counted.repeated ?? standards.filter(({ repeats }) => repeats > 0).length;
  if (repeated === 0) return `No repeat findings at ${countWords(total, 'standard')}`;
  return `${formatNumber(repeated)} of ${countWords(total, 'standard')} ${plural(total === 1 ? 1 : repeated, 'is a repeat finding', 'are repeat findings')}`;
}

type Column = ResultsView['by'];
type TableProps = {
  standards: readonly Standard[];
  view: ResultsView;
  onSort: (order: { by: Column; way: 'asc' | 'desc' }) => void;
};

function Table({ standards, view, onSort }: TableProps) {
  const order = { sort: view.by, direction: view.way };
  const heading = (sort: Column, label: string, first: 'asc' | 'desc' = 'desc') => (
    <th scope="col" aria-sort={ariaSort(order, sort)}>
      <SortButton
        {...{ sort, label, order, first }}
        onSort={(next) => onSort({ by: next.sort, way: next.direction })}
      />
    </th>
  );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {heading('code', 'Standard', 'asc')}
          {heading('percent', 'Met', 'asc')}
          {heading('findings', 'Findings')}
          {heading('repeats', 'Repeat at')}
          <th scope="col" className={classes.years}>
            By year (UTC)
          </th>
        </tr>
      </thead>
      <tbody>
        {standards.map((standard) => (
          <Row key={standard.code} standard={standard} />
        ))}
      </tbody>
    </table>
  );
}

/** The most years that a row shows: the latest ones. */
const mostYears = 3;

function Row({ standard }: { standard: Standard }) {
  const { code, text, critical, percent, findings, answered, hotelsFailed, repeats } = standard;
  return (
    <tr>
      <th scope="row">
        <Link
          to="."
          search={(before: Record<string, unknown>) => ({ ...before, standard: code })}
          resetScroll={false}
          preload={false}
          className={classes.code}
          aria-label={`${code}: hotels with this finding`}
        >
          {code}
        </Link>
        {critical && <span className={classes.critical}> critical</span>}
        <span className={classes.text}>{text}</span>
      </th>
      <td>{formatPercent(percent)}</td>
      <td>
        {formatNumber(findings)} of {formatNumber(answered)}
        <span className={classes.soft}>{countWords(hotelsFailed, 'hotel')}</span>
      </td>
      <td>{repeats > 0 ? countWords(repeats, 'hotel') : 'None'}</td>
      <td className={classes.years}>
        {standard.years.slice(-mostYears).map((one) => (
          <span key={one.year} className={classes.soft}>
            {one.year}: {formatPercent(one.percent)}
          </span>
        ))}
      </td>
    </tr>
  );
}
