import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { auditGroups, type AuditGroup } from '#domain/audit/actions.ts';
import { ClearFilters } from '#web/ui/filters/clear-filters.tsx';
import { DayRange } from '#web/ui/filters/day-range.tsx';
import { FilterSelect } from '#web/ui/filters/filter-select.tsx';
import { Filters } from '#web/ui/filters/filters.tsx';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import {
  countChoices,
  isFiltered,
  noFilters,
  type AuditView,
  type ChangeView,
} from './audit-view.ts';
import { actorsQuery } from './read-audit.ts';

type Props = {
  view: AuditView;
  /** The name of the only object that is shown. */
  objectName: string | undefined;
  onChange: ChangeView;
};

/**
 * Lets the person choose which events to show. The choice lives in the URL, so that a view can be
 * shared.
 */
export function AuditFilters({ view, objectName, onChange }: Props) {
  return (
    <Filters
      lead={
        <SearchField
          label="Search"
          placeholder="Hotel, survey, person, …"
          value={view.search}
          onChange={(search) => onChange({ search }, { replace: true })}
        />
      }
      count={countChoices(view)}
      after={
        view.object !== undefined && (
          <Button
            variant="default"
            rightSection={<IconX size={16} aria-hidden />}
            aria-label={`Only ${objectName ?? view.object}: show all`}
            onClick={() => onChange({ object: undefined })}
          >
            Only {objectName ?? view.object}
          </Button>
        )
      }
    >
      <ActorFilter value={view.actor} onChange={onChange} />
      <FilterSelect<AuditGroup>
        label="About"
        placeholder="Everything"
        data={auditGroups}
        value={view.group ?? null}
        onChange={(group) => onChange({ group: group ?? undefined })}
      />
      <DayRange from={view.from} to={view.to} onChange={onChange} />
      {isFiltered(view) && <ClearFilters onClear={() => onChange(noFilters)} />}
    </Filters>
  );
}

type ActorProps = { value: number | undefined; onChange: ChangeView };

function ActorFilter({ value, onChange }: ActorProps) {
  const { data = [] } = useQuery(actorsQuery);
  const known = data.map(({ id, name }) => ({ value: String(id), label: name }));
  const chosen = value === undefined ? null : String(value);
  const isGone = chosen !== null && !known.some((one) => one.value === chosen);
  return (
    <FilterSelect
      label="Who"
      placeholder="Everyone"
      data={isGone ? [...known, { value: chosen, label: `Former user ${chosen}` }] : known}
      value={chosen}
      onChange={(actor) => onChange({ actor: actor ?? undefined })}
      limit={200}
      nothingFoundMessage="Nobody found"
      searchable
    />
  );
}
