import type { Action, Severity } from './action.ts';
import { moves, type Move } from './moves.ts';

/** Returns what the event of a move must bring (rule 131). */
export function requiredByMove(
  move: Move,
  { severity, hasEvidence }: { severity: Severity; hasEvidence: boolean },
): Action['moves'][number]['wants'] {
  const { wants } = moves[move];
  if (wants !== 'words-or-evidence') return wants;
  if (hasEvidence) return 'nothing';
  return severity === 'critical' ? 'evidence' : wants;
}
