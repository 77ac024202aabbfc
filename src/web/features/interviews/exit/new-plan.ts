import type { Severity } from '#domain/actions/action.ts';
import { weekdaysAfter } from '#domain/actions/due.ts';
import { newRequestKey } from '#web/lib/api.ts';
import { dayHere } from '#web/lib/days.ts';
import type { ExitPlan } from '#web/offline/exit-plan-records.ts';

/** Returns a plan without a word. It begins with what the former plan said of the same findings. */
export function newPlan(
  about: Pick<ExitPlan, 'hotelId' | 'hotelName' | 'kind' | 'roundId'>,
  former?: ExitPlan,
): ExitPlan {
  const { items = {}, people = [] } = former ?? {};
  return { ...about, clientId: newRequestKey(), items, people, startedAt: Date.now() };
}

/** Weekdays until an action is due: the server's defaults (rule 132). */
const weekdays = { critical: 3, other: 14 } as const;

/** Returns the day until which a finding of this severity is to be mended, if nobody chooses another. */
export function defaultDue(severity: Severity, now: number): string {
  return weekdaysAfter(dayHere(now), severity === 'critical' ? weekdays.critical : weekdays.other);
}
