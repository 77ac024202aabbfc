import { Button } from '@mantine/core';
import { IconUserPlus, IconUsers } from '@tabler/icons-react';
import { useCallback, useMemo, useRef } from 'react';

import type { SystemUser } from '#domain/people/system-user.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { Empty } from '#web/ui/notices/empty.tsx';
import { useDeleteUser } from './change-users.ts';
import { hotelsOfUsers } from './hotels-of-users.ts';
import { whyGuarded } from './own-account.ts';
import type { AssignableHotel } from './read-users.ts';
import { UserCard, UserCardSkeleton } from './user-card.tsx';
import classes from './user-card.module.css';

type Props = {
  users: readonly SystemUser[];
  /** The users to show. */
  shown: readonly SystemUser[];
  /** Undefined when they could not be read. */
  hotels: readonly AssignableHotel[] | undefined;
  onEdit: (user: SystemUser) => void;
};

/** Shows a card for each account. */
export function UserList({ users, shown, hotels, onEdit }: Props) {
  const ownId = useCurrentUser().id;
  const list = useRef<HTMLUListElement>(null);
  const byUser = useMemo(() => hotels && hotelsOfUsers(users, hotels), [users, hotels]);
  const ask = useDeleteUser();
  const remove = useCallback(
    async (user: SystemUser) => {
      if (await ask(user)) list.current?.focus();
    },
    [ask],
  );
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className={classes.cards}
      data-many={shown.length > few}
      aria-label="Users"
    >
      {shown.map((user) => (
        <UserCard
          key={user.id}
          user={user}
          hotels={byUser && (byUser.get(user.id) ?? none)}
          guarded={whyGuarded(user, users, ownId)}
          onEdit={onEdit}
          onDelete={remove}
        />
      ))}
    </ul>
  );
}

/** Up to this number, rendering only the cards in view saves nothing. */
const few = 60;

const none: readonly AssignableHotel[] = [];

export function UserListSkeleton() {
  return (
    <ul className={classes.cards} aria-label="Users" aria-busy>
      {Array.from({ length: 6 }, (_, index) => (
        <UserCardSkeleton key={index} />
      ))}
    </ul>
  );
}

export function NoUsers({ onAdd }: { onAdd: () => void }) {
  return (
    <Empty
      icon={<IconUsers size={26} stroke={1.6} aria-hidden />}
      title="No Users Found"
      text="People you add here can sign in with the rights of their role."
      action={
        <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={onAdd}>
          Add First User
        </Button>
      }
    />
  );
}
