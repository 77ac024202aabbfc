/** Milliseconds. All times of the demonstration are computed back from the moment it is made. */

const hour = 3_600_000;
export const minute = 60_000;
export const day = 24 * hour;

export function iso(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** Returns the calendar day, such as `2026-03-31`. */
export function calendarDay(milliseconds: number): string {
  return iso(milliseconds).slice(0, 10);
}

/**
 * Returns this hour of the day at a place that is so many hours ahead of UTC, on the moment's day.
 * A weekend becomes the Friday before: nobody assesses a hotel on a Sunday night.
 */
export function workingHour(milliseconds: number, hourOfDay: number, hoursAhead: number): number {
  const midnight = Math.floor(milliseconds / day) * day;
  const weekday = new Date(midnight).getUTCDay();
  const back = { 0: 2, 6: 1 }[weekday] ?? 0;
  return midnight - back * day + (hourOfDay - hoursAhead) * hour;
}
