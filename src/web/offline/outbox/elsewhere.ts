import type { Completion, Problem } from '#domain/problems/problem.ts';
import { formatMoment } from '#web/lib/format.ts';

/**
 * Returns how the interview was completed elsewhere, if that is why the server refused; otherwise
 * undefined.
 */
export function completionIn({ type, completion }: Problem): Completion | undefined {
  if (type !== '/problems/already-completed') return undefined;
  return completion ?? { responseId: null, completedAt: null, completedBy: null };
}

/** "This interview was completed on another device on 12 Mar 2026, 14:05 by Ana Ruiz." */
export function elsewhereWords({ completedAt, completedBy }: Completion): string {
  const when = completedAt === null ? '' : ` on ${formatMoment(completedAt)}`;
  const by = completedBy === null ? '' : ` by ${completedBy}`;
  return `This interview was completed on another device${when}${by}.`;
}
