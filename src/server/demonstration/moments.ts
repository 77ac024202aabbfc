/** Times of the demonstration, all reckoned back from the moment it is made. */

const hour = 3_600_000;
export const minute = 60_000;
export const day = 24 * hour;

export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The calendar day, `2026-03-31`. */
export function calendarDay(milliseconds: number): string {
  return iso(milliseconds).slice(0, 10);
}

/**
 * This hour of the day at a place so many hours ahead of UTC, on the working day that the moment
 * falls on or the last one before it: nobody assesses a hotel on a Sunday night.
 */
export function workingHour(milliseconds: number, hourOfDay: number, hoursAhead: number): number {
  const midnight = Math.floor(milliseconds / day) * day;
  const weekday = new Date(midnight).getUTCDay();
  const back = { 0: 2, 6: 1 }[weekday] ?? 0;
  return midnight - back * day + (hourOfDay - hoursAhead) * hour;
}
