import { scopeOf } from '#domain/people/person.ts';
import { useCurrentUser } from './current-user.ts';

/** What a hotel is compared with, in words: all hotels, or all of one's own. */
export function usePortfolioName(): string {
  return scopeOf(useCurrentUser()).kind === 'all' ? 'All hotels' : 'Your hotels';
}
