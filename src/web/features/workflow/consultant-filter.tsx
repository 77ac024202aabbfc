import { useQuery } from '@tanstack/react-query';

import { consultantsQuery } from '#web/offline/readings/consultants.ts';
import { FilterSelect } from '#web/ui/filters/filter-select.tsx';
import classes from './board-actions.module.css';

type Props = { value: number | undefined; onChange: (consultantId: number | undefined) => void };

const all = 'all';

/** Filters the board by consultant. It is hidden when there is no consultant to choose. */
export function ConsultantFilter({ value, onChange }: Props) {
  const { data, isPending } = useQuery(consultantsQuery);
  const consultants = data?.value ?? [];
  if (!isPending && consultants.length === 0) return null;
  return (
    <FilterSelect
      className={classes.consultant ?? ''}
      label="Filter by Service Consultant"
      data={[
        { value: all, label: 'All' },
        ...consultants.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === undefined ? all : String(value)}
      onChange={(chosen) => onChange(chosen === all ? undefined : Number(chosen))}
      disabled={isPending}
      clearable={false}
      allowDeselect={false}
      searchable
    />
  );
}
