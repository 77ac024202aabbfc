import { z } from 'zod';

import { auditGroups } from '#domain/audit/actions.ts';
import { auditFilterSchema, type AuditFilter } from '#domain/audit/event.ts';
import { addressId } from '#web/lib/address.ts';

/** What the URL of the Audit Trail holds: which events to show. */
export const auditViewSchema = z.object({
  search: z.string().default(''),
  actor: addressId,
  group: z.enum(auditGroups).optional(),
  /** Shows only the events of this object, such as `hotel:17`. */
  object: auditFilterSchema.shape.object,
  /** The first and the last day, both included, in the reader's time zone. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});
export type AuditView = z.output<typeof auditViewSchema>;

export type ChangeView = (
  changes: Partial<Record<keyof AuditView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;

export const noFilters = {
  search: undefined,
  actor: undefined,
  group: undefined,
  object: undefined,
  from: undefined,
  to: undefined,
};

export function isFiltered(view: AuditView): boolean {
  return view.search.trim() !== '' || view.object !== undefined || countChoices(view) > 0;
}

/** Returns how many of the fields are set; a range of days counts as one. */
export function countChoices({ actor, group, from, to }: AuditView): number {
  return [actor, group, from ?? to].filter(Boolean).length;
}

export function filterOf({ from, to, ...filter }: AuditView): AuditFilter {
  return {
    ...filter,
    ...(from !== undefined && { from: beginOf(from, 0) }),
    ...(to !== undefined && { to: beginOf(to, 1) }),
  };
}

/** Returns the moment at which a local day begins, or a day some days later. */
function beginOf(day: string, daysLater: number): string {
  const begin = new Date(`${day}T00:00:00`);
  begin.setDate(begin.getDate() + daysLater);
  return begin.toISOString();
}
