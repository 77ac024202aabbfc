const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns the day that a person typed: `12 Mar 2026`, `12 march 2026`, `12.3.2026` or `2026-03-12`.
 * Returns null for everything else, including half-typed days, years with fewer than four digits,
 * and above all `12/3/2026`, which means another day to some people.
 */
export function readDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(typed);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const dotted = /^(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})$/.exec(typed);
  if (dotted) return dayOf(Number(dotted[3]), Number(dotted[2]), Number(dotted[1]));
  const worded = /^(\d{1,2})\.?\s+([a-z]{3})[a-z]*\.?,?\s+(\d{4})$/.exec(typed);
  if (!worded) return null;
  return dayOf(Number(worded[3]), months.indexOf(worded[2] ?? '') + 1, Number(worded[1]));
}

/** Returns the day. Null when the calendar has no such day. */
function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && year >= 1000 ? date.toISOString().slice(0, 10) : null;
}
