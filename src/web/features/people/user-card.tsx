import { ActionIcon, Skeleton, Switch, Title, VisuallyHidden } from '@mantine/core';
import {
  IconAt,
  IconBuilding,
  IconClock,
  IconPencil,
  IconPhone,
  IconTrash,
} from '@tabler/icons-react';
import { memo, useId, type ReactNode } from 'react';

import type { SystemUser } from '#domain/people/system-user.ts';
import { formatDate } from '#web/lib/format.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { roleTones } from '#web/ui/theme/tones.ts';
import { AssignedHotels } from './assigned-hotels.tsx';
import { useActive } from './change-users.ts';
import type { AssignableHotel } from './read-users.ts';
import classes from './user-card.module.css';

type Props = {
  user: SystemUser;
  /** Undefined when they could not be read. */
  hotels: readonly AssignableHotel[] | undefined;
  /** Why this account can be neither deactivated nor deleted here; undefined when it can. */
  guarded: string | undefined;
  onEdit: (user: SystemUser) => void;
  onDelete: (user: SystemUser) => void;
};

/** Shows one account: name, role, contact, and whether the person can sign in. */
export const UserCard = memo(function UserCard(props: Props) {
  const { user, guarded } = props;
  const headingId = useId();
  const guardId = useId();
  return (
    <li className={classes.card} aria-labelledby={headingId}>
      <header className={classes.head}>
        <Title order={2} id={headingId} className={classes.name}>
          {user.name}
        </Title>
        <StatusBadge tone={roleTones[user.role.name]}>{user.role.name}</StatusBadge>
      </header>
      <Facts {...props} />
      {guarded && (
        <p className={classes.guarded} id={guardId}>
          {guarded}
        </p>
      )}
      <Foot {...props} describedBy={guarded && guardId} />
    </li>
  );
});

function Facts({ user, hotels }: Props) {
  return (
    <dl className={classes.facts}>
      <Fact name="E-mail" icon={<IconAt size={18} stroke={1.6} aria-hidden />}>
        {user.email}
      </Fact>
      {/* The first administrator has none until they add it. */}
      {user.mobileNumber && (
        <Fact name="Mobile number" icon={<IconPhone size={18} stroke={1.6} aria-hidden />}>
          {user.mobileNumber}
        </Fact>
      )}
      <Fact name="Activity" icon={<IconClock size={18} stroke={1.6} aria-hidden />}>
        Last login: {user.lastLogin === null ? 'never' : formatDate(user.lastLogin)}
        {user.mustChangePassword && (
          <span className={classes.soft}>
            {hasLapsed(user)
              ? ', the password they were given has expired'
              : ', has yet to choose a password'}
          </span>
        )}
      </Fact>
      <Fact name="Hotels" icon={<IconBuilding size={18} stroke={1.6} aria-hidden />}>
        <AssignedHotels user={user} hotels={hotels} />
      </Fact>
    </dl>
  );
}

/**
 * Returns whether the given password has expired. Then only a new password lets the person in
 * (rule 47).
 */
function hasLapsed({ passwordUntil }: SystemUser): boolean {
  return passwordUntil !== null && Date.parse(passwordUntil) < Date.now();
}

function Fact({ name, icon, children }: { name: string; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>
        {icon}
        <VisuallyHidden>{name}</VisuallyHidden>
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

type FootProps = Pick<Props, 'user' | 'guarded' | 'onEdit' | 'onDelete'> & {
  describedBy: string | undefined;
};

function Foot({ user, guarded, describedBy, onEdit, onDelete }: FootProps) {
  const { isActive, setActive } = useActive(user);
  return (
    <footer className={classes.foot}>
      <Switch
        size="md"
        aria-label={`${user.name} is active`}
        aria-describedby={describedBy}
        checked={isActive}
        disabled={guarded !== undefined}
        onChange={(event) => setActive(event.currentTarget.checked)}
      />
      <StatusBadge tone={isActive ? 'good' : 'neutral'}>
        {isActive ? 'Active' : 'Inactive'}
      </StatusBadge>
      <ActionIcon
        className={classes.edit}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={`Edit ${user.name}`}
        onClick={() => onEdit(user)}
      >
        <IconPencil size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="red"
        size={44}
        aria-label={`Delete ${user.name}`}
        aria-describedby={describedBy}
        disabled={guarded !== undefined}
        onClick={() => onDelete(user)}
      >
        <IconTrash size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
    </footer>
  );
}

/** Shows the outline of a card while the users load. */
export function UserCardSkeleton() {
  return (
    <li className={classes.card} aria-hidden>
      <header className={classes.head}>
        <Skeleton height={24} width="55%" my={3} />
        <Skeleton height={26} width={90} radius="xl" />
      </header>
      <div className={classes.facts}>
        {['70%', '45%', '60%', '50%'].map((width) => (
          <Skeleton key={width} height={16} width={width} my={4} />
        ))}
      </div>
      <footer className={classes.foot}>
        <Skeleton height={24} width={110} radius="xl" my={10} />
      </footer>
    </li>
  );
}
