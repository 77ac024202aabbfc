import { z } from 'zod';

import { auditGroups } from '#domain/audit/actions.ts';
import { auditFilterSchema, type AuditFilter } from '#domain/audit/event.ts';

/** What the address of the Audit Trail says: which events to show. */
export const auditViewSchema = z.object({
  search: z.string().default(''),
  actor: z.coerce.number().int().positive().optional(),
  group: z.enum(auditGroups).optional(),
  /** The object whose events alone are shown, as `hotel:17`. */
  object: auditFilterSchema.shape.object,
  /** Days, both included, as they begin and end where the reader is. */
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

export function isFiltered({ search, ...choices }: AuditView): boolean {
  return search.trim() !== '' || Object.values(choices).some(Boolean);
}

export function filterOf({ from, to, ...filter }: AuditView): AuditFilter {
  return {
    ...filter,
    ...(from !== undefined && { from: beginOf(from, 0) }),
    ...(to !== undefined && { to: beginOf(to, 1) }),
  };
}

/** The moment at which a day, or one after it, begins here. */
function beginOf(day: string, daysLater: number): string {
  const begin = new Date(`${day}T00:00:00`);
  begin.setDate(begin.getDate() + daysLater);
  return begin.toISOString();
}
