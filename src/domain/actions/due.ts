import { plural } from '#domain/plural.ts';
import type { Severity } from './action.ts';
import type { OpenActions } from './open-actions.ts';

/**
 * Returns the day that lies this many weekdays (Monday to Friday) after `day`, as `2026-03-26`.
 * Counts holidays as weekdays. After a Saturday or Sunday, the first weekday is Monday.
 */
export function weekdaysAfter(day: string, weekdays: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let left = weekdays; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() % 6 !== 0) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

export type DueDays = { critical: string; other: string };

/** Returns the due dates of actions that are made today (rule 132). */
export function dueDaysAfter(
  today: string,
  { actionDays, criticalActionDays }: { actionDays: number; criticalActionDays: number },
): DueDays {
  return {
    critical: weekdaysAfter(today, criticalActionDays),
    other: weekdaysAfter(today, actionDays),
  };
}

/** Returns the due date of an action with this severity. */
export function dueFor(severity: Severity, { critical, other }: DueDays): string {
  return severity === 'critical' ? critical : other;
}

/** Describes a hotel's open actions in words: "3 actions open, 1 critical and overdue". */
export function openActionsInWords({ open, overdue, critical, criticalOverdue }: OpenActions) {
  const actions = `${open} ${plural(open, 'action')} open`;
  if (criticalOverdue > 0) return `${actions}, ${criticalOverdue} critical and overdue`;
  if (overdue > 0) return `${actions}, ${overdue} overdue`;
  return critical > 0 ? `${actions}, ${critical} critical` : actions;
}
