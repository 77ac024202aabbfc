import { once } from '#domain/once.ts';

/** The browser's settings. Its time zone is used to format moments, and in requests that filter by day. */
const settings = once(() => Intl.DateTimeFormat().resolvedOptions());

export function ownTimeZone(): string {
  return settings().timeZone;
}

/** Returns the local day of a moment, plus a number of days. */
export function dayHere(now: number, daysLater = 0): string {
  const date = new Date(now);
  const midnight = Date.UTC(date.getFullYear(), date.getMonth(), date.getDate() + daysLater);
  return new Date(midnight).toISOString().slice(0, 10);
}

/** Returns the range of the last days, up to and including today. */
export function lastDays(count: number, now: number): { from: string; to: string } {
  return { from: dayHere(now, 1 - count), to: dayHere(now) };
}
