import { roleNames, type RoleName } from '#domain/people/roles.ts';
import { FilterSelect } from '#web/ui/filters/filter-select.tsx';
import { Filters } from '#web/ui/filters/filters.tsx';
import { SearchField } from '#web/ui/filters/search-field.tsx';
import classes from './users-filters.module.css';
import type { UsersView } from './users-view.ts';

type Props = {
  view: UsersView;
  /** For example "12 of 500 users". */
  found: string;
  onChange: (
    changes: Partial<Record<keyof UsersView, string | undefined>>,
    options?: { replace?: boolean },
  ) => void;
};

/**
 * Lets the person choose which users to show. The choice lives in the URL, so that a view can be
 * shared.
 */
export function UsersFilters({ view, found, onChange }: Props) {
  return (
    <Filters
      lead={
        <SearchField
          label="Search"
          placeholder="Name, e-mail or mobile"
          value={view.search}
          onChange={(search) => onChange({ search }, { replace: true })}
        />
      }
      count={view.role ? 1 : 0}
      after={<output className={classes.found}>{found}</output>}
    >
      <FilterSelect<RoleName>
        label="Role"
        placeholder="All roles"
        data={roleNames}
        value={view.role ?? null}
        onChange={(role) => onChange({ role: role ?? undefined })}
      />
    </Filters>
  );
}
