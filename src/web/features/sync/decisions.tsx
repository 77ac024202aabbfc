import type { ComponentType } from 'react';

import type { Kind } from '#web/offline/outbox/kinds.ts';

import { CompletedElsewhereList } from './completed-elsewhere-list.tsx';
import { HotelConflicts } from './hotel-conflicts.tsx';

/** The list for each kind whose records can differ from what the server holds. Plans and files cannot. */
const lists: Record<Exclude<Kind, 'evidence' | 'exitPlan'>, ComponentType> = {
  response: CompletedElsewhereList,
  hotelEdit: HotelConflicts,
};

/**
 * Shows the records of every kind about which only a person can decide. Renders nothing when there is nothing
 * to decide.
 */
export function Decisions() {
  return Object.entries(lists).map(([name, List]) => <List key={name} />);
}
