import { IconSearchOff } from '@tabler/icons-react';

import { Empty } from '#web/ui/notices/empty.tsx';

import { ClearFilters } from './clear-filters.tsx';

type Props = {
  /** The plural: "hotels". */
  what: string;
  /** Absent when there is only a search field, which has a clear button of its own. */
  onClear?: () => void;
};

/** Shows that records exist, but none match the search or the filters. */
export function NoMatch({ what, onClear }: Props) {
  return (
    <Empty
      icon={<IconSearchOff size={26} stroke={1.5} aria-hidden />}
      title={`No ${what} match your search`}
      text={onClear ? 'Try another search or clear a filter.' : 'Try another search.'}
      action={onClear && <ClearFilters variant="default" onClear={onClear} />}
    />
  );
}
