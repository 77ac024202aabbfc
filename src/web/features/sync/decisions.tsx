import type { ComponentType } from 'react';

import { kindNames, type Kind } from '#web/offline/outbox/kinds.ts';

import { CompletedElsewhereList } from './completed-elsewhere-list.tsx';
import { HotelConflicts } from './hotel-conflicts.tsx';

/** How each kind asks a person where the server holds something else. */
const lists = {
  response: CompletedElsewhereList,
  hotelEdit: HotelConflicts,
} satisfies Record<Kind, ComponentType>;

/** What only a person can decide, of every kind. Shows nothing where there is nothing. */
export function Decisions() {
  return kindNames.map((name) => {
    const List = lists[name];
    return <List key={name} />;
  });
}
