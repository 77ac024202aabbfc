import { once } from '#domain/once.ts';

/**
 * The browser's settings. Its time zone formats moments, and requests that filter by day name it.
 */
const settings = once(() => Intl.DateTimeFormat().resolvedOptions());

export function ownTimeZone(): string {
  return settings().timeZone;
}

/** Returns the local day of a moment, or the day a number of days later. */
export function dayHere(now: number, daysLater = 0): string {
  const date = new Date(now);
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate() + daysLater);
  return new Date(midnight).toISOString().slice(0, 10);
}

/** Returns the range of the last days, up to and including today. */
export function lastDays(count: number, now: number): { from: string; to: string } {
  return { from: dayHere(now, 1 - count), to: dayHere(now) };
}
