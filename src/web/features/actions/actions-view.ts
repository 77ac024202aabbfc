import { z } from 'zod';

import { severities } from '#domain/actions/action.ts';
import { actionStatuses, isOpen, type ActionStatus } from '#domain/actions/moves.ts';
import { addressBrand, addressId } from '#web/lib/address.ts';
import type { ActionFilter } from '#web/offline/readings/actions-reading.ts';

/** Characters of a standard code. */
const longestCode = 40;
const flag = z.literal('1').optional();

export const shown = ['open', 'closed', 'all'] as const;
export type Shown = (typeof shown)[number];

/** The address of Actions: filters, and the action that is open. */
export const actionsViewSchema = z.object({
  show: z.enum(shown).default('open'),
  mine: flag,
  unowned: flag,
  overdue: flag,
  status: z.enum(actionStatuses).optional(),
  hotel: addressId,
  /** One round. A link on the round's page sets it. */
  round: addressId,
  severity: z.enum(severities).optional(),
  brand: addressBrand,
  /** A standard code, such as FO-012. */
  standard: z.string().optional(),
  action: addressId,
});
export type ActionsView = z.output<typeof actionsViewSchema>;

export type ChangeView = (
  changes: Partial<Record<keyof ActionsView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;

/** The changes that clear all filters. */
export const noFilters = {
  ...{
    show: undefined,
    mine: undefined,
    unowned: undefined,
    overdue: undefined,
    status: undefined,
  },
  ...{ hotel: undefined, round: undefined, severity: undefined },
  ...{ brand: undefined, standard: undefined },
};

/** Returns how many of the filters are set that a narrow window folds away. */
export function countChoices({ status, hotel, severity, brand, standard }: ActionsView): number {
  return [status, hotel, severity, brand, standard].filter(Boolean).length;
}

export function isFiltered(view: ActionsView): boolean {
  const { show, mine, unowned, overdue, round } = view;
  return show !== 'open' || Boolean(mine ?? unowned ?? overdue ?? round) || countChoices(view) > 0;
}

/** Returns the filter that the view describes. */
export function filterOf(view: ActionsView): ActionFilter {
  const { show, mine, unowned, overdue, status, hotel, round, severity, brand, standard } = view;
  const code = standard?.trim().slice(0, longestCode);
  return {
    show,
    ...(mine && { mine: 'true' }),
    ...(unowned && { noOwner: 'true' }),
    ...(overdue && { overdue: 'true' }),
    ...(status && { status }),
    ...(hotel !== undefined && { hotelId: hotel }),
    ...(round !== undefined && { roundId: round }),
    ...(severity && { severity }),
    ...(brand && { brand }),
    ...(code && { code }),
  };
}

/** Returns the statuses to choose from: those of open actions, those of closed actions, or all. */
export function statusesOf(show: Shown): readonly ActionStatus[] {
  if (show === 'all') return actionStatuses;
  return actionStatuses.filter((status) => isOpen(status) === (show === 'open'));
}
