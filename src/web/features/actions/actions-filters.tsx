import { Button } from '@mantine/core';
import { IconCalendarExclamation, IconUser, IconUserOff, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { severities, type Severity } from '#domain/actions/action.ts';
import type { ActionStatus } from '#domain/actions/moves.ts';
import { choicesQuery } from '#web/offline/readings/choices-reading.ts';
import { severityWords, statusWords } from '#web/ui/actions/action-words.ts';
import { ClearFilters } from '#web/ui/filters/clear-filters.tsx';
import { BrandFilter } from '#web/ui/filters/brand-filter.tsx';
import { BrandNote } from '#web/ui/filters/brand-note.tsx';
import { FilterSelect } from '#web/ui/filters/filter-select.tsx';
import { Filters } from '#web/ui/filters/filters.tsx';
import { HotelFilter } from '#web/ui/filters/hotel-filter.tsx';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import { Segments } from '#web/ui/charts/segments.tsx';
import classes from './actions-screen.module.css';
import {
  countChoices,
  isFiltered,
  noFilters,
  statusesOf,
  type ActionsView,
  type ChangeView,
} from './actions-view.ts';

type Props = { view: ActionsView; onChange: ChangeView };

const shows = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
];

/** Shows the filters. They are kept in the address, so that a view can be shared. */
export function ActionsFilters({ view, onChange }: Props) {
  return (
    <Filters
      lead={
        <Segments
          label="Which actions"
          choices={shows}
          value={view.show}
          onChange={(show) =>
            onChange({
              show: show === 'open' ? undefined : show,
              status: undefined,
              // Only open actions can be overdue, or wait for an owner.
              ...(show === 'closed' && { overdue: undefined, unowned: undefined }),
            })
          }
        />
      }
      count={countChoices(view)}
      after={
        <>
          <Toggles view={view} onChange={onChange} />
          <BrandNote brand={view.brand}>
            Actions count for the brand that their hotel has now.
          </BrandNote>
        </>
      }
      className={classes.filters}
    >
      <HotelFilter value={view.hotel} onChange={(hotel) => onChange({ hotel })} />
      <FilterSelect<Severity>
        label="Severity"
        placeholder="Any"
        data={severities.map((value) => ({ value, label: severityWords[value] }))}
        value={view.severity ?? null}
        onChange={(severity) => onChange({ severity: severity ?? undefined })}
      />
      <FilterSelect<ActionStatus>
        label="Status"
        placeholder="Any"
        data={statusesOf(view.show).map((value) => ({ value, label: statusWords(value) }))}
        value={view.status ?? null}
        onChange={(status) => onChange({ status: status ?? undefined })}
      />
      <BrandAndStandard view={view} onChange={onChange} />
      {isFiltered(view) && <ClearFilters onClear={() => onChange(noFilters)} />}
    </Filters>
  );
}

/** Shows the filters that are never folded away: Mine, No owner, Overdue, and the round that a link led to. */
function Toggles({ view: { mine, unowned, overdue, round }, onChange }: Props) {
  return (
    <>
      <Toggle
        isOn={mine !== undefined}
        icon={<IconUser size={18} stroke={1.6} aria-hidden />}
        onChange={(is) => onChange({ mine: is ? '1' : undefined, unowned: undefined })}
      >
        Mine
      </Toggle>
      <Toggle
        isOn={unowned !== undefined}
        icon={<IconUserOff size={18} stroke={1.6} aria-hidden />}
        onChange={(is) =>
          onChange(is ? { unowned: '1', mine: undefined, show: undefined } : { unowned: undefined })
        }
      >
        No owner
      </Toggle>
      <Toggle
        isOn={overdue !== undefined}
        icon={<IconCalendarExclamation size={18} stroke={1.6} aria-hidden />}
        onChange={(is) => onChange(is ? { overdue: '1', show: undefined } : { overdue: undefined })}
      >
        Overdue
      </Toggle>
      {round !== undefined && (
        <Button
          variant="default"
          rightSection={<IconX size={16} aria-hidden />}
          aria-label="Only one round: show all"
          onClick={() => onChange({ round: undefined })}
        >
          Only one round
        </Button>
      )}
    </>
  );
}

type ToggleProps = {
  isOn: boolean;
  icon: ReactNode;
  onChange: (is: boolean) => void;
  children: string;
};

function Toggle({ isOn, icon, onChange, children }: ToggleProps) {
  return (
    <Button
      variant={isOn ? 'filled' : 'default'}
      aria-pressed={isOn}
      leftSection={icon}
      onClick={() => onChange(!isOn)}
    >
      {children}
    </Button>
  );
}

/**
 * Shows the filters by brand and by standard code. The latter shows only when questions have standard codes.
 */
function BrandAndStandard({ view, onChange }: Props) {
  const choices = useQuery(choicesQuery).data;
  return (
    <>
      <BrandFilter
        brands={choices?.brands ?? []}
        value={view.brand}
        onChange={(brand) => onChange({ brand })}
      />
      {(choices?.hasStandards ?? view.standard !== undefined) && (
        <SearchField
          label="Standard code"
          placeholder="FO-012"
          value={view.standard ?? ''}
          onChange={(standard) => onChange({ standard }, { replace: true })}
        />
      )}
    </>
  );
}
