import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';

import type { SystemUser } from '#domain/people/system-user.ts';
import { useAddress } from '#web/lib/address.ts';
import { countWords, formatNumber } from '#web/lib/format.ts';
import { useIsOnline } from '#web/offline/sync/sync-status.ts';
import { LoadError } from '#web/ui/notices/load-error.tsx';
import { NoMatch } from '#web/ui/filters/no-match.tsx';
import { Page } from '#web/ui/page.tsx';
import { assignableHotelsQuery, rolesQuery, settingsQuery, usersQuery } from './read-users.ts';
import { UserDialog } from './user-dialog.tsx';
import { NoUsers, UserList, UserListSkeleton } from './user-list.tsx';
import { UsersFilters } from './users-filters.tsx';
import { usersIn, usersViewSchema } from './users-view.ts';

/** Shows User Management: who can sign in, with which role and which hotels. */
export function UserManagementScreen() {
  const users = useQuery(usersQuery);
  usePrefetchQuery(rolesQuery);
  usePrefetchQuery(settingsQuery);
  const dialog = useUserDialog();
  const isEmpty = users.data?.length === 0;
  return (
    <Page
      title="User Management"
      lead={<Lead />}
      actions={
        !isEmpty && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={dialog.add}>
            Add User
          </Button>
        )
      }
    >
      {users.error && !users.data ? (
        <LoadError
          title="The users could not be loaded"
          offline="User Management needs a connection"
          error={users.error}
          onRetry={() => void users.refetch()}
        />
      ) : isEmpty ? (
        <NoUsers onAdd={dialog.add} />
      ) : (
        <Users users={users.data} onEdit={dialog.edit} />
      )}
      <UserDialog opened={dialog.opened} user={dialog.user} onClose={dialog.close} />
    </Page>
  );
}

function Lead() {
  const isOnline = useIsOnline();
  return (
    <span role="status">
      {isOnline
        ? 'Who can sign in, with which role and which hotels.'
        : 'Changes here need a connection.'}
    </span>
  );
}

/**
 * Returns the state of the dialog. It keeps its user while it closes, so that its content does not
 * change in view.
 */
function useUserDialog() {
  const [{ opened, user }, set] = useState<{ opened: boolean; user: SystemUser | undefined }>({
    opened: false,
    user: undefined,
  });
  const add = useCallback(() => set({ opened: true, user: undefined }), []);
  const edit = useCallback((chosen: SystemUser) => set({ opened: true, user: chosen }), []);
  const close = useCallback(() => set((before) => ({ ...before, opened: false })), []);
  return { opened, user, add, edit, close };
}

type UsersProps = {
  /** Undefined while they load. */
  users: SystemUser[] | undefined;
  onEdit: (user: SystemUser) => void;
};

/** Shows the users once the hotels have loaded too; otherwise the cards would grow later. */
function Users({ users, onEdit }: UsersProps) {
  const [view, change] = useAddress(usersViewSchema);
  // Read again each time, because hotels are added and deleted on another screen.
  const hotels = useQuery({ ...assignableHotelsQuery, refetchOnMount: 'always' });
  const deferred = useDeferredValue(view);
  const shown = useMemo(() => usersIn(deferred, users ?? []), [deferred, users]);
  const isLoading = !users || hotels.isPending;
  return (
    <>
      <UsersFilters
        view={view}
        found={isLoading ? '' : countOf(shown.length, users.length)}
        onChange={change}
      />
      {isLoading ? (
        <UserListSkeleton />
      ) : shown.length === 0 ? (
        <NoMatch what="users" onClear={() => change({ search: undefined, role: undefined })} />
      ) : (
        <UserList users={users} shown={shown} hotels={hotels.data} onEdit={onEdit} />
      )}
    </>
  );
}

function countOf(shown: number, all: number): string {
  const users = countWords(all, 'user');
  return shown === all ? users : `${formatNumber(shown)} of ${users}`;
}
