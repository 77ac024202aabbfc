import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { consultantRole } from '#domain/people/roles.ts';
import { dateRanges, defaultDateRange, type ResultsFilter } from '#domain/results/results.ts';
import { choicesQuery } from '#web/offline/readings/choices-reading.ts';
import { ClearFilters } from '#web/ui/filters/clear-filters.tsx';
import { DayRange } from '#web/ui/filters/day-range.tsx';
import { BrandFilter } from '#web/ui/filters/brand-filter.tsx';
import { BrandNote } from '#web/ui/filters/brand-note.tsx';
import { FilterSelect } from '#web/ui/filters/filter-select.tsx';
import { Filters } from '#web/ui/filters/filters.tsx';
import { HotelFilter } from '#web/ui/filters/hotel-filter.tsx';
import { Segments } from '#web/ui/charts/segments.tsx';
import { Narrowings } from './narrowings.tsx';
import { ReviewFilter } from './review-filter.tsx';
import { consultantsQuery } from './read-results.ts';
import { isNarrowed, nothingChosen, type ResultsView } from './results-view.ts';
import classes from './results-filters.module.css';

type Change = (changes: Partial<Record<keyof ResultsView, string | number | undefined>>) => void;
type Props = {
  view: ResultsView;
  /** The filter that the view describes. */
  filter: ResultsFilter;
  byConsultant: boolean;
  mayReview: boolean;
  onChange: Change;
};

const ranges = [
  ...dateRanges.map((days) => ({ value: String(days), label: `${days} days` })),
  { value: 'custom', label: 'Custom' },
];

/** Shows the filters. They are kept in the address, so that a view can be shared. */
export function ResultsFilters({ view, filter, byConsultant, mayReview, onChange }: Props) {
  // Every change of a filter starts at the first page.
  const choose: Change = (changes) => onChange({ ...changes, page: undefined });
  return (
    <Filters
      lead={<Range view={view} onChange={choose} />}
      count={countChoices(view)}
      after={
        <>
          {mayReview && <ReviewFilter view={view} onChange={choose} />}
          {isFiltered(view) && (
            <div className={classes.chosen} data-days={hasDayFields(view) || undefined}>
              <Narrowings view={view} filter={filter} onChange={choose} />
              <BrandNote brand={view.brand}>
                Responses count for the brand that their hotel had when they arrived. The hotel may
                have another brand now.
              </BrandNote>
              <ClearFilters onClear={() => choose(nothingChosen)} />
            </div>
          )}
        </>
      }
      className={classes.filters}
    >
      <SurveyAndBrand view={view} onChange={choose} />
      <HotelFilter value={view.hotel} onChange={(hotel) => choose({ hotel })} />
      {byConsultant && <ConsultantFilter value={view.consultant} onChange={choose} />}
      {(!view.review || view.approved) && <ApprovedFilter view={view} onChange={choose} />}
    </Filters>
  );
}

function Range({ view, onChange }: { view: ResultsView; onChange: Change }) {
  return (
    <>
      <Segments
        label="Date range"
        choices={ranges}
        value={view.range}
        disabled={view.review !== undefined}
        onChange={(range) =>
          onChange({ range: range === String(defaultDateRange) ? undefined : range })
        }
      />
      {hasDayFields(view) && <DayRange from={view.from} to={view.to} onChange={onChange} />}
    </>
  );
}

/** Returns whether the range is shown with fields for its first and its last day. */
function hasDayFields({ range, review }: ResultsView): boolean {
  return range === 'custom' && review === undefined;
}

/** Returns how many of the filters are set that a phone folds away. */
function countChoices({ survey, brand, hotel, consultant, approved }: ResultsView): number {
  return [survey, brand, hotel, consultant, approved].filter(Boolean).length;
}

function isFiltered(view: ResultsView): boolean {
  return view.range !== String(defaultDateRange) || isNarrowed(view);
}

function SurveyAndBrand({ view, onChange }: { view: ResultsView; onChange: Change }) {
  const choices = useQuery(choicesQuery).data;
  const surveys = (choices?.surveys ?? []).map(({ id, title }) => ({
    value: String(id),
    label: title,
  }));
  return (
    <>
      <FilterSelect
        label="Survey"
        placeholder="All surveys"
        data={surveys}
        value={view.survey ? String(view.survey) : null}
        onChange={(survey) => onChange({ survey: survey ?? undefined })}
        searchable
      />
      <BrandFilter
        brands={[...new Set([...(choices?.brands ?? []), ...(choices?.formerBrands ?? [])])]}
        value={view.brand}
        onChange={(brand) => onChange({ brand })}
      />
    </>
  );
}

/** Shows the filter “Approved only”, once a round has been approved or while the filter is set. */
function ApprovedFilter({ view, onChange }: { view: ResultsView; onChange: Change }) {
  const isOn = view.approved !== undefined;
  const hasApproved = useQuery(choicesQuery).data?.hasApproved === true;
  if (!hasApproved && !isOn) return null;
  return (
    <Button
      // This button appears later than the elements after the fields, and must not push them aside.
      className={classes.last ?? ''}
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      leftSection={<IconLock size={18} aria-hidden />}
      onClick={() => onChange({ approved: isOn ? undefined : '1' })}
    >
      Approved only
    </Button>
  );
}

function ConsultantFilter({ value, onChange }: { value: number | undefined; onChange: Change }) {
  const consultants = useQuery(consultantsQuery).data ?? [];
  return (
    <FilterSelect
      label={consultantRole}
      placeholder="All consultants"
      data={consultants.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value ? String(value) : null}
      onChange={(consultant) => onChange({ consultant: consultant ?? undefined })}
      searchable
    />
  );
}
