import { daysIn } from '#domain/time-zone.ts';

/**
 * Returns the last day on which an appeal can be filed, as `2026-03-26`: so many days after the day of
 * the approval, in the installation's time zone. Null where the installation takes no appeals.
 */
export function appealsUntil(
  approvedAt: string,
  { days, timeZone }: { days: number; timeZone: string },
): string | null {
  if (days === 0) return null;
  const approvedOn = daysIn(timeZone).dayOf(Date.parse(approvedAt));
  const last = new Date(`${approvedOn}T00:00:00Z`);
  last.setUTCDate(last.getUTCDate() + days);
  return last.toISOString().slice(0, 10);
}

/** Returns whether an appeal can still be filed. `now` is in milliseconds since 1970. */
export function isInTime(until: string | null, now: number, timeZone: string): boolean {
  return until !== null && daysIn(timeZone).dayOf(now) <= until;
}
