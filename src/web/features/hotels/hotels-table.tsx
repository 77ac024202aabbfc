import { VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { consultantRole } from '#domain/people/roles.ts';
import type { Choosing } from '#web/lib/use-chosen.ts';
import { formatDate, formatNumber, nothing } from '#web/lib/format.ts';
import { Score } from '#web/ui/charts/score.tsx';
import { ChooseRow } from '#web/ui/choosing/choose.tsx';
import { ariaSort, SortButton } from '#web/ui/sort-button.tsx';
import { StageBadge } from '#web/ui/stage-badge.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { hotelStatusTones } from '#web/ui/theme/tones.ts';
import type { Figures, HotelFigures } from './hotel-figures.ts';
import { ChooseHotels, HotelActions, HotelName, placeOf } from './hotel-parts.tsx';
import classes from './hotels-table.module.css';
import type { ChangeView, HotelSort, HotelsView } from './hotels-view.ts';
import { useRowsInView } from './use-rows-in-view.ts';

/** Estimated height in pixels: one line with room for a finger, and the border above it. */
const rowHeight = 45;

type Props = {
  hotels: readonly Hotel[];
  /** Undefined until they have been read. */
  figures: HotelFigures | undefined;
  view: HotelsView;
  /** Undefined when the user may not see the consultants. */
  nameConsultant: ((hotel: Hotel) => string) | undefined;
  /** Undefined when nothing can be chosen. */
  choosing: Choosing | undefined;
  onChange: ChangeView;
  onDelete: (hotel: Hotel) => void;
};

/** Shows the hotels as a table. Only the rows in view are rendered. */
export function HotelsTable({ hotels, figures, view, nameConsultant, ...acts }: Props) {
  const { choosing, onChange, onDelete } = acts;
  const { list, rows, measure, before, after } = useRowsInView<HTMLTableElement>(
    hotels.length,
    rowHeight,
  );
  return (
    <table
      ref={list}
      className={classes.table}
      data-choosing={choosing !== undefined}
      aria-rowcount={hotels.length + 1}
    >
      <caption>
        <VisuallyHidden>Hotels</VisuallyHidden>
      </caption>
      <HotelsHead
        {...{ view, onChange }}
        byConsultant={nameConsultant !== undefined}
        choose={choosing && <ChooseHotels hotels={hotels} {...choosing} />}
      />
      <tbody>
        <Gap height={before} />
        {rows.map((index) => {
          const hotel = hotels[index];
          return (
            hotel && (
              <Row
                key={hotel.id}
                index={index}
                hotel={hotel}
                figures={figures && (figures.get(hotel.id) ?? noFigures)}
                consultant={nameConsultant?.(hotel)}
                isChosen={choosing?.chosen.has(hotel.id)}
                onChoose={choosing?.onChoose}
                measure={measure}
                onDelete={onDelete}
              />
            )
          );
        })}
        <Gap height={after} />
      </tbody>
    </table>
  );
}

function Gap({ height }: { height: number }) {
  return height > 0 && <tr aria-hidden style={{ height }} />;
}

/** The figures of a hotel that the board does not have yet. */
const noFigures: Figures = { score: null, verdict: null, lastInterview: null, inProgress: 0 };

type Column = { sort: HotelSort; label: string; first?: 'desc' };

const columns: readonly Column[] = [
  { sort: 'hotelId', label: 'Hotel ID' },
  { sort: 'hotelName', label: 'Hotel' },
  { sort: 'hotelBrand', label: 'Brand' },
  { sort: 'hotelCity', label: 'Location' },
  { sort: 'stage', label: 'Stage' },
  { sort: 'status', label: 'Status' },
  { sort: 'consultant', label: consultantRole },
  { sort: 'score', label: 'Latest score' },
  { sort: 'lastInterview', label: 'Last interview' },
  { sort: 'inProgress', label: 'In progress', first: 'desc' },
];

/** Returns the columns that the list can be sorted by. */
export function sortsFor(byConsultant: boolean) {
  return columns.filter(({ sort }) => byConsultant || sort !== 'consultant');
}

type HeadProps = {
  view: HotelsView;
  byConsultant: boolean;
  choose: ReactNode;
  onChange: ChangeView;
};

function HotelsHead({ view, byConsultant, choose, onChange }: HeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {choose && <td data-column="choose">{choose}</td>}
        {sortsFor(byConsultant).map(({ sort, ...column }) => (
          <th key={sort} scope="col" data-column={sort} aria-sort={ariaSort(view, sort)}>
            <SortButton {...column} sort={sort} order={view} onSort={onChange} />
          </th>
        ))}
        <th scope="col" data-column="actions">
          <VisuallyHidden>Actions</VisuallyHidden>
        </th>
      </tr>
    </thead>
  );
}

type RowProps = {
  index: number;
  hotel: Hotel;
  figures: Figures | undefined;
  consultant: string | undefined;
  /** Undefined when nothing can be chosen, and so is `onChoose`. */
  isChosen: boolean | undefined;
  onChoose: Choosing['onChoose'] | undefined;
  measure: (row: Element | null) => void;
  onDelete: (hotel: Hotel) => void;
};

const Row = memo(function Row(props: RowProps) {
  const {
    index,
    hotel,
    figures,
    consultant,
    isChosen = false,
    onChoose,
    measure,
    onDelete,
  } = props;
  return (
    <tr ref={measure} data-index={index} data-chosen={isChosen} aria-rowindex={index + 2}>
      {onChoose && (
        <td data-column="choose">
          <ChooseRow id={hotel.id} about={hotel.hotelName} {...{ isChosen, onChoose }} />
        </td>
      )}
      <td data-column="hotelId">{hotel.hotelId}</td>
      <th scope="row" data-column="hotelName">
        <span className={classes.words}>
          <HotelName hotel={hotel} />
          <span className={classes.ownId}>{hotel.hotelId}</span>
        </span>
      </th>
      <td data-column="hotelBrand">
        <Words>{hotel.hotelBrand}</Words>
      </td>
      <td data-column="hotelCity">
        <Words>{placeOf(hotel)}</Words>
      </td>
      <td data-column="stage">
        <StageBadge stage={hotel.stage} />
      </td>
      <td data-column="status">
        <StatusBadge tone={hotelStatusTones[hotel.status]}>{hotel.status}</StatusBadge>
      </td>
      {consultant !== undefined && (
        <td data-column="consultant">
          <Words>{consultant || nothing}</Words>
        </td>
      )}
      <FigureCells figures={figures} />
      <td data-column="actions">
        <HotelActions hotel={hotel} onDelete={onDelete} />
      </td>
    </tr>
  );
});

/**
 * Shows a text in at most two lines, so that all rows have the same height. The hotel's page shows the whole
 * text.
 */
function Words({ children }: { children: string }) {
  return (
    <span className={classes.words} title={children}>
      {children}
    </span>
  );
}

/** Shows the cells of a hotel's figures. They are empty until the figures have been read. */
function FigureCells({ figures }: { figures: Figures | undefined }) {
  return (
    <>
      <td data-column="score">
        {figures && <Score percent={figures.score} verdict={figures.verdict ?? 'Not scored'} />}
      </td>
      <td data-column="lastInterview">{figures && formatDate(figures.lastInterview)}</td>
      <td data-column="inProgress">
        {figures && (figures.inProgress > 0 ? formatNumber(figures.inProgress) : nothing)}
      </td>
    </>
  );
}
