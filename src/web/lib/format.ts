import { once } from '#domain/once.ts';
import { plural } from '#domain/plural.ts';

/**
 * The en dash that stands for a missing value. All dates and numbers here use the browser's locale.
 */
export const nothing = '–';

const date = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }));
const day = once(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const moment = once(
  () => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
);
const number = once(() => new Intl.NumberFormat());
const decimals = (count: number) => ({
  minimumFractionDigits: count,
  maximumFractionDigits: count,
});
const percent = once(() => new Intl.NumberFormat(undefined, { style: 'percent', ...decimals(1) }));
const decimal = once(() => new Intl.NumberFormat(undefined, decimals(1)));
const change = once(
  () => new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero', ...decimals(1) }),
);
const countChange = once(() => new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' }));
const relative = once(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));

/** Returns the local day of a moment such as `2026-03-31T22:30:00Z`. */
export function formatDate(iso: string | null): string {
  return iso === null ? nothing : date().format(new Date(iso));
}

/** Returns a calendar day, `2026-03-31`, which is the same day everywhere. */
export function formatDay(isoDay: string | null): string {
  return isoDay === null ? nothing : day().format(new Date(`${isoDay}T00:00:00Z`));
}

/** Returns the local day and time of a moment. */
export function formatMoment(iso: string | null): string {
  return iso === null ? nothing : moment().format(new Date(iso));
}

/** Returns a percent with one decimal. `value` is from 0 to 100. */
export function formatPercent(value: number | null): string {
  return value === null ? nothing : percent().format(value / 100);
}

/** Returns a number with one decimal. */
export function formatDecimal(value: number | null): string {
  return value === null ? nothing : decimal().format(value);
}

/** Returns mean points to one decimal. Where points were lost they are below the maximum (rule 236). */
export function roundPoints({ score, maximum }: { score: number; maximum: number }): number {
  const [tenths, most] = [Math.round(10 * score), Math.round(10 * maximum)];
  return (score < maximum && tenths === most ? most - 1 : tenths) / 10;
}

/** Returns a change with its sign and one decimal: "+2.5", "−0.4". */
export function formatChange(points: number | null): string {
  return points === null ? nothing : withMinus(change().format(points));
}

/** Returns a change of a count with its sign: "+3", "−2", "0". */
export function formatCountChange(count: number): string {
  return withMinus(countChange().format(count));
}

/** Replaces the hyphen that many locales write by a minus sign, which is as wide as the plus. */
function withMinus(change: string): string {
  return change.replace('-', '−');
}

export function formatNumber(value: number | null): string {
  return value === null ? nothing : number().format(value);
}

/** Returns a count in words: `countWords(1, 'question')` is "1 question". */
export function countWords(count: number, one: string, many?: string): string {
  return `${formatNumber(count)} ${plural(count, one, many)}`;
}

/** Returns seconds as "8m 32s", "45s", "<1s" or "1h 05m". */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return nothing;
  if (seconds > 0 && seconds < 1) return '<1s';
  const whole = Math.round(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes === 0) return `${whole}s`;
  if (minutes < 60) return `${minutes}m ${whole % 60}s`;
  return `${Math.floor(minutes / 60)}h ${String(minutes % 60).padStart(2, '0')}m`;
}

const steps = [
  { unit: 'minute', seconds: 60, below: 60 },
  { unit: 'hour', seconds: 3_600, below: 24 },
  { unit: 'day', seconds: 86_400, below: 7 },
] as const;

/** Returns "5 minutes ago" or "yesterday"; after a week, the date. */
export function formatAgo(iso: string, now: number): string {
  const seconds = (Date.parse(iso) - now) / 1_000;
  for (const { unit, seconds: length, below } of steps) {
    const count = Math.round(seconds / length);
    if (Math.abs(count) < below) return relative().format(count, unit);
  }
  return formatDate(iso);
}

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB'] as const;
const sizeNumber = once(() => new Intl.NumberFormat(undefined, decimals(2)));

/** Returns bytes as "512 Bytes", "1.50 KB" or "10.00 MB", in steps of 1,024. */
export function formatFileSize(bytes: number): string {
  if (bytes < 1_024) return `${number().format(bytes)} Bytes`;
  const step = Math.min(sizeUnits.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${sizeNumber().format(bytes / 1_024 ** step)} ${sizeUnits[step]}`;
}

/** Returns the text with a full stop, unless it has one or another end of a sentence. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
