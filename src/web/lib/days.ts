import { once } from '#domain/once.ts';

/** The browser's settings: what it formats moments by, and what requests that filter by day name. */
const settings = once(() => Intl.DateTimeFormat().resolvedOptions());

export function ownTimeZone(): string {
  return settings().timeZone;
}

/** The day that it is here at a moment, or so many days later. */
export function dayHere(now: number, daysLater = 0): string {
  const date = new Date(now);
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate() + daysLater);
  return new Date(midnight).toISOString().slice(0, 10);
}

/** So many days up to today, and with it. */
export function lastDays(count: number, now: number): { from: string; to: string } {
  return { from: dayHere(now, 1 - count), to: dayHere(now) };
}
