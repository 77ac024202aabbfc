import { scopeOf } from '#domain/people/person.ts';
import { useCurrentUser } from './current-user.ts';

/** Returns in words what a hotel is compared with: all hotels, or all hotels of the person. */
export function usePortfolioName(): string {
  return scopeOf(useCurrentUser()).kind === 'all' ? 'All hotels' : 'Your hotels';
}
