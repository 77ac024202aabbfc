import { useQuery } from '@tanstack/react-query';

import { can } from '#domain/people/person.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { accountsQuery } from '#web/offline/readings/accounts.ts';
import { consultantsQuery } from '#web/offline/readings/consultants.ts';

type Named = { id: number; name: string };

/**
 * Returns the people who can be offered as owners: the signed-in person first, then everybody whose name that person
 * may read.
 */
export function usePeople(): [Named, ...Named[]] {
  const person = useCurrentUser();
  const consultants = useQuery(consultantsQuery).data?.value ?? [];
  const accounts = useQuery({ ...accountsQuery, enabled: can(person, 'users.manage') }).data?.value;
  const others = accounts?.filter(({ isActive }) => isActive) ?? consultants;
  return [
    { id: person.id, name: `${person.name} (you)` },
    ...others.filter(({ id }) => id !== person.id),
  ];
}
