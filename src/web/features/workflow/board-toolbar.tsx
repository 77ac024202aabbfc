import { Button } from '@mantine/core';
import { IconBellRinging, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';

import type { Board } from '#domain/workflow/board.ts';
import { anyDuty } from '#domain/workflow/duties.ts';
import { BrandFilter } from '#web/ui/filters/brand-filter.tsx';
import { Filters } from '#web/ui/filters/filters.tsx';
import { filterWords } from '#web/ui/duty-words.ts';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import classes from './board-actions.module.css';
import type { BoardView, ChangeView } from './board-view.ts';
import { ConsultantFilter } from './consultant-filter.tsx';
import { ExportBoard } from './export-board.tsx';
import { brandsOf } from './find-cards.ts';

type Props = {
  view: BoardView;
  /** All hotels that the server returned. Undefined until all have arrived. */
  board: Board | undefined;
  byConsultant: boolean;
  onChange: ChangeView;
};

/**
 * Shows the search, the filters and the export. The filters are kept in the address, so that a view
 * can be shared.
 */
export function BoardToolbar({ view, board, byConsultant, onChange }: Props) {
  const brands = useMemo(() => (board ? brandsOf(board) : []), [board]);
  const consultantId = byConsultant ? view.consultant : undefined;
  return (
    <Filters
      className={classes.toolbar}
      lead={
        <SearchField
          label="Search"
          placeholder="Hotel, city, company"
          value={view.search}
          onChange={(search) => onChange({ search }, { replace: true })}
        />
      }
      count={[view.brand, consultantId, view.duty].filter(Boolean).length}
      after={<ExportBoard consultantId={consultantId} />}
    >
      <BrandFilter
        className={classes.brand}
        brands={brands}
        value={view.brand}
        onChange={(brand) => onChange({ brand })}
      />
      {byConsultant && (
        <ConsultantFilter
          value={consultantId}
          onChange={(consultant) => onChange({ consultant })}
        />
      )}
      <DutyFilter duty={view.duty} onChange={(duty) => onChange({ duty })} />
    </Filters>
  );
}

type DutyProps = { duty: BoardView['duty']; onChange: (duty: BoardView['duty']) => void };

/**
 * Shows the filter for hotels that need something. The button switches between these and all
 * hotels. When the dashboard's to-do list set the filter to one duty, the button removes it.
 */
function DutyFilter({ duty, onChange }: DutyProps) {
  if (duty === undefined || duty === anyDuty)
    return (
      <Button
        variant={duty ? 'light' : 'default'}
        aria-pressed={duty === anyDuty}
        leftSection={<IconBellRinging size={18} stroke={1.6} aria-hidden />}
        onClick={() => onChange(duty ? undefined : anyDuty)}
      >
        {filterWords(anyDuty)}
      </Button>
    );
  const words = filterWords(duty);
  return (
    <Button
      variant="light"
      className={classes.duty ?? ''}
      aria-label={`Remove filter: ${words}`}
      title={words}
      rightSection={<IconX size={16} aria-hidden />}
      onClick={() => onChange(undefined)}
    >
      {words}
    </Button>
  );
}
