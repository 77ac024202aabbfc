import { z } from 'zod';

/** The name of a time zone, as the browser's `Intl` knows it: `Europe/Berlin`. */
export const timeZoneField = z
  .string()
  .max(100)
  .refine(isTimeZone, 'Name a time zone such as Europe/Berlin');

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

const aDay = 24 * 3_600_000;

/**
 * Returns functions about the days of a time zone; moments are milliseconds since 1970. This code
 * does it and not the database, whose list of zones may be older than that of the browser.
 */
export function daysIn(timeZone: string) {
  const format = Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offset = (moment: number) => offsetOf(format.format(moment));
  return {
    /** Returns the day of a moment, as `2026-03-31`. */
    dayOf: (moment: number) => new Date(moment + offset(moment)).toISOString().slice(0, 10),
    /** Returns a moment in local time with its offset from UTC: `2026-03-31T12:00:00.000+02:00`. */
    isoOf: (moment: number) => {
      const ahead = offset(moment);
      const clock = (time: number) => new Date(time).toISOString();
      const distance = `${ahead < 0 ? '-' : '+'}${clock(Math.abs(ahead)).slice(11, 16)}`;
      return clock(moment + ahead).replace('Z', ahead === 0 ? 'Z' : distance);
    },
    /**
     * Returns the moment at which a day begins, or a day some days later. If clocks change at
     * midnight, 00:00 may not exist on that day, or exist twice. So take midnight by the offsets
     * before and after, and return the earlier of the two that is not still on the previous day.
     */
    beginOf: (day: string, daysLater = 0) => {
      const midnight = Date.parse(`${day}T00:00:00Z`) + daysLater * aDay;
      const around = [midnight - aDay, midnight + aDay].map((moment) => midnight - offset(moment));
      const [first = midnight, last = midnight] = around.toSorted((one, other) => one - other);
      return first + offset(first) >= midnight ? first : last;
    },
  };
}

/**
 * Returns the offset in milliseconds from a text such as `3/31/2026, GMT+13:00`. Offsets of the
 * 19th century also have seconds.
 */
function offsetOf(text: string): number {
  const [, sign, ...parts] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part: string | undefined) =>
    Number(part ?? 0),
  );
  return (sign === '-' ? -1_000 : 1_000) * (60 * (60 * hours + minutes) + seconds);
}

/** A month, and the moment at which it begins. */
export type Month = { month: string; begin: number };

/** Returns the months from one moment to another, and in the last place the month after them. */
export function monthsBetween(timeZone: string, first: number, last: number): Month[] {
  const { dayOf, beginOf } = daysIn(timeZone);
  const months: Month[] = [];
  const [year = 0, number = 1] = dayOf(first).split('-').map(Number);
  for (let index = number - 1; (months.at(-1)?.begin ?? first) <= last; index += 1) {
    const month = new Date(Date.UTC(year, index)).toISOString().slice(0, 7);
    months.push({ month, begin: beginOf(`${month}-01`) });
  }
  return months;
}
