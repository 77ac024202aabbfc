/** How the trend of Results is divided: by day or week where the range is short, else by month. */

export const trendSteps = ['day', 'week', 'month'] as const;
export type TrendStep = (typeof trendSteps)[number];

type Days = { from?: string | undefined; to?: string | undefined };

/** The longest ranges, in days, that are shown by day and by week. */
const longest = { day: 31, week: 120 };

/**
 * Returns the step that shows a range in no more points than people can tell apart. A range with an open
 * end is shown by month.
 */
export function trendStep({ from, to }: Days): TrendStep {
  if (from === undefined || to === undefined) return 'month';
  const days = dayNumber(to) - dayNumber(from) + 1;
  if (days <= longest.day) return 'day';
  return days <= longest.week ? 'week' : 'month';
}

/** The most points of one trend. Of a longer trend the latest ones are shown. */
export const mostPoints = 400;

/** The number of days in one point. */
export const daysOfStep = { day: 1, week: 7 } as const;

/**
 * Returns the first days of the periods that touch the range, in time order. Weeks begin on Monday. Returns
 * at most {@link mostPoints}, the latest ones.
 */
export function periodsOf(step: 'day' | 'week', from: string, to: string): string[] {
  if (from > to) return [];
  const length = daysOfStep[step];
  const begin = step === 'day' ? (day: number) => day : mondayOf;
  const last = begin(dayNumber(to));
  // No response is older than the first Monday of 1970.
  const oldest = Math.max(last - length * (mostPoints - 1), firstMonday);
  const first = Math.max(begin(dayNumber(from)), oldest);
  const count = Math.max(0, (last - first) / length + 1);
  return Array.from({ length: count }, (_, place) => dayOfNumber(first + place * length));
}

type Range = { from: string; to: string };

/**
 * Returns the range of the same length right before this one, with which the figures are compared. Undefined
 * where an end is open, or where the range would begin before 1970.
 */
export function rangeBefore({ from, to }: Days): (Range & { days: number }) | undefined {
  if (from === undefined || to === undefined || from > to) return undefined;
  const [first, last] = [dayNumber(from), dayNumber(to)];
  const days = last - first + 1;
  // No response is older, and the years before 0 would not have four digits.
  if (first - days < firstMonday) return undefined;
  return { from: dayOfNumber(first - days), to: dayOfNumber(first - 1), days };
}

const aDay = 24 * 3_600_000;
/** The first Monday of 1970, in days since 1 January, which was a Thursday. */
const firstMonday = 4;
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / aDay;
const dayOfNumber = (number: number) => new Date(number * aDay).toISOString().slice(0, 10);
const mondayOf = (number: number) => number - ((((number - firstMonday) % 7) + 7) % 7);

/** Returns the last day of the week that begins on this Monday. */
export function lastOfWeek(monday: string): string {
  return dayOfNumber(dayNumber(monday) + 6);
}
