import { IconSearchOff } from '@tabler/icons-react';

import { ClearFilters } from './clear-filters.tsx';
import { Empty } from './empty.tsx';

type Props = {
  /** In plural: "hotels". */
  what: string;
  /** Left out where a search field is all there is, which has a button of its own. */
  onClear?: () => void;
};

/** There are some, but the search or the filters leave none. */
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
