import { passLine } from '#domain/scoring/verdict.ts';
import { useMaybeCurrentUser } from './current-user.ts';

/**
 * Returns the percentage from which an average passes on this installation (rule 99). The server sends it with
 * the signed-in person. A copy of the person that a device stored under an earlier release lacks it.
 */
export function usePortfolioLine(): number {
  return useMaybeCurrentUser()?.portfolioLine ?? passLine;
}
