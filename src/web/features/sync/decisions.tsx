import type { ComponentType } from 'react';

import { kindNames, type Kind } from '#web/offline/outbox/kinds.ts';

import { CompletedElsewhereList } from './completed-elsewhere-list.tsx';
import { HotelConflicts } from './hotel-conflicts.tsx';

/** The list for each kind whose records differ from what the server holds. */
const lists = {
  response: CompletedElsewhereList,
  hotelEdit: HotelConflicts,
} satisfies Record<Kind, ComponentType>;

/**
 * Shows what only a person can decide, of every kind. Renders nothing when there is nothing to
 * decide.
 */
export function Decisions() {
  return kindNames.map((name) => {
    const List = lists[name];
    return <List key={name} />;
  });
}
