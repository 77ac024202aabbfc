import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import type { Contact } from '#domain/contacts/contact.ts';
import { can } from '#domain/people/person.ts';
import { newRequestKey } from '#web/lib/request-key.ts';
import { useCurrentUser } from '#web/lib/current-user.ts';
import { accountsQuery } from '#web/offline/readings/accounts.ts';
import { consultantsQuery } from '#web/offline/readings/consultants.ts';
import { contactsQuery } from '#web/offline/readings/contacts-reading.ts';
import type { PlanOwner, PlanPerson } from '#web/offline/store/exit-plan-records.ts';

import { editItem } from './edit-item.ts';
import type { ChangePlan } from './plan-writer.ts';

/** The value of the choice that opens the fields for a new person. */
export const someoneElse = 'someone-else';

/** Who can be chosen for an action. */
export type Owners = {
  groups: { group: string; items: { value: string; label: string }[] }[];
  /** Returns the owner for a chosen value, and the person whom the plan must add for it. */
  of: (value: string) => { owner: PlanOwner; added?: PlanPerson } | null;
};

type Met = { respondentName: string; respondentJobTitle: string };

export function keyOfOwner(owner: PlanOwner): string {
  return owner.kind === 'new' ? `new:${owner.clientId}` : `${owner.kind}:${owner.id}`;
}

/**
 * Returns the people who can be chosen. First come people of the hotel, including those who were interviewed,
 * then everybody with an account whose name this device knows.
 */
export function useOwners(
  hotelId: number,
  people: readonly PlanPerson[],
  met: readonly Met[],
): Owners {
  const person = useCurrentUser();
  const contacts = useQuery(contactsQuery(hotelId)).data?.value;
  const consultants = useQuery(consultantsQuery).data?.value;
  const accounts = useQuery({ ...accountsQuery, enabled: can(person, 'users.manage') }).data?.value;
  const known = accounts?.filter(({ isActive }) => isActive) ?? consultants;
  return useMemo(() => {
    const atHotel = ownersAtHotel({ people, contacts: contacts ?? [], met });
    const users = new Map<number, Choice>();
    for (const { id, name } of [person, ...(known ?? [])])
      if (!users.has(id))
        users.set(id, {
          value: `user:${id}`,
          label: id === person.id ? `${name} (you)` : name,
          owner: { kind: 'user', id, name },
        });
    const all = new Map([...atHotel, ...users.values()].map((one) => [one.value, one]));
    const item = ({ value, label }: Choice) => ({ value, label });
    return {
      groups: [
        {
          group: 'At the hotel',
          items: [...atHotel.map(item), { value: someoneElse, label: 'Someone else…' }],
        },
        { group: 'With an account', items: [...users.values()].map(item) },
      ],
      of: (value) => all.get(value) ?? null,
    };
  }, [contacts, known, met, people, person]);
}

type Choice = { value: string; label: string; owner: PlanOwner; added?: PlanPerson };

type AtHotel = {
  people: readonly PlanPerson[];
  contacts: readonly Contact[];
  met: readonly Met[];
};

/** Returns the people of the hotel: those of the plan, its contacts, and others who were interviewed. */
function ownersAtHotel({ people, contacts, met }: AtHotel): Choice[] {
  const label = (name: string, jobTitle: string) => (jobTitle ? `${name}, ${jobTitle}` : name);
  const known = [
    ...people.map(({ clientId, name, jobTitle }): Choice => ({
      value: `new:${clientId}`,
      label: label(name, jobTitle),
      owner: { kind: 'new', clientId, name },
    })),
    ...contacts
      .filter(({ isActive }) => isActive)
      .map(({ id, name, jobTitle }): Choice => ({
        value: `contact:${id}`,
        label: label(name, jobTitle),
        owner: { kind: 'contact', id, name },
      })),
  ];
  const names = new Set(known.map(({ owner }) => owner.name.trim().toLowerCase()));
  const others = met.flatMap(({ respondentName: name, respondentJobTitle: jobTitle }): Choice[] => {
    const plain = name.trim().toLowerCase();
    if (names.has(plain)) return [];
    names.add(plain);
    const clientId = newRequestKey();
    const added = { clientId, name, jobTitle };
    return [
      {
        ...{ value: `new:${clientId}`, label: label(name, jobTitle) },
        ...{ owner: { kind: 'new', clientId, name }, added },
      },
    ];
  });
  return [...known, ...others];
}

/** Sets the owner of a finding. Adds the owner to the plan's people if they are new. */
export function chooseOwner(
  change: ChangePlan,
  key: string,
  chosen: { owner: PlanOwner | null; added?: PlanPerson },
): void {
  change(({ items, people }) => ({
    items: { ...items, [key]: editItem(items[key], { owner: chosen.owner }, Date.now()) },
    ...(chosen.added && { people: [...people, chosen.added] }),
  }));
}
