import { Select } from '@mantine/core';
import { useMemo } from 'react';

import type { Hotel } from '#domain/hotels/hotel.ts';
import type { ServiceConsultant } from '#domain/people/system-user.ts';
import { consultantRole } from '#domain/people/roles.ts';
import { hotelStatuses, stages } from '#domain/workflow/stages.ts';
import { ClearFilters } from '#web/ui/filters/clear-filters.tsx';
import { BrandFilter } from '#web/ui/filters/brand-filter.tsx';
import { FilterSelect } from '#web/ui/filters/filter-select.tsx';
import { Filters } from '#web/ui/filters/filters.tsx';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import { valuesOf } from './find-hotels.ts';
import { sortsFor } from './hotels-table.tsx';
import {
  countChoices,
  isFiltered,
  noFilters,
  unassigned,
  type ChangeView,
  type HotelSort,
  type HotelsView,
} from './hotels-view.ts';

type Props = {
  view: HotelsView;
  hotels: readonly Hotel[];
  /** Undefined when the user may not filter by consultant. */
  consultants: readonly ServiceConsultant[] | undefined;
  /**
   * True when there is little room. The filters are then folded away, and a field sets the order, because no
   * table heading does.
   */
  isNarrow: boolean;
  onChange: ChangeView;
};

/** Shows the search and the filters. They are kept in the address, so that a view can be shared. */
export function HotelsFilters({ isNarrow, ...props }: Props) {
  const { view, consultants, onChange } = props;
  return (
    <Filters
      lead={
        <SearchField
          label="Search"
          placeholder="Name, ID, city, owner, …"
          value={view.search}
          onChange={(search) => onChange({ search }, { replace: true })}
        />
      }
      count={countChoices(view)}
    >
      <Choices {...props} />
      {isNarrow && <SortChoice view={view} byConsultant={!!consultants} onChange={onChange} />}
      {isFiltered(view) && <ClearFilters onClear={() => onChange(noFilters)} />}
    </Filters>
  );
}

function Choices({ view, hotels, consultants, onChange }: Omit<Props, 'isNarrow'>) {
  const brands = useMemo(() => valuesOf(hotels, 'hotelBrand'), [hotels]);
  return (
    <>
      <FilterSelect
        label="Stage"
        placeholder="All stages"
        data={stages}
        value={view.stage ?? null}
        onChange={(stage) => onChange({ stage: stage ?? undefined })}
      />
      <FilterSelect
        label="Status"
        placeholder="All statuses"
        data={hotelStatuses}
        value={view.status ?? null}
        onChange={(status) => onChange({ status: status ?? undefined })}
      />
      <BrandFilter brands={brands} value={view.brand} onChange={(brand) => onChange({ brand })} />
      {consultants && (
        <ConsultantFilter consultants={consultants} view={view} onChange={onChange} />
      )}
    </>
  );
}

type ConsultantProps = {
  consultants: readonly ServiceConsultant[];
  view: HotelsView;
  onChange: ChangeView;
};

function ConsultantFilter({ consultants, view, onChange }: ConsultantProps) {
  const named = consultants.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <FilterSelect
      label={consultantRole}
      placeholder="All consultants"
      data={[...named, { value: unassigned, label: 'Not assigned' }]}
      value={view.consultant === undefined ? null : String(view.consultant)}
      onChange={(consultant) => onChange({ consultant: consultant ?? undefined })}
      searchable
    />
  );
}

type SortProps = { view: HotelsView; byConsultant: boolean; onChange: ChangeView };

function SortChoice({ view, byConsultant, onChange }: SortProps) {
  const data = sortsFor(byConsultant).map(({ sort, label }) => ({ value: sort, label }));
  return (
    <>
      <Select<HotelSort>
        label="Sort by"
        data={data}
        value={view.sort}
        onChange={(sort) => onChange({ sort: sort ?? undefined })}
        allowDeselect={false}
      />
      <Select<HotelsView['direction']>
        label="Order"
        data={[
          { value: 'asc', label: 'Ascending' },
          { value: 'desc', label: 'Descending' },
        ]}
        value={view.direction}
        onChange={(direction) => onChange({ direction: direction ?? undefined })}
        allowDeselect={false}
      />
    </>
  );
}
