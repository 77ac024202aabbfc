import { can, type Person } from '#domain/people/person.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import { ProblemError } from '#server/problems.ts';

/**
 * Filtering by consultant is an Admin's (specification, section 6); by what waits for a review, that
 * of those who may review it.
 */
export function requireFilterAllowed(person: Person, filter: ResultsFilter): void {
  if (filter.consultantId !== undefined && !can(person, 'results.byConsultant'))
    throw new ProblemError('not-allowed', 'Only an administrator can filter by consultant.');
  if (filter.review !== undefined && !can(person, 'responses.review'))
    throw new ProblemError('not-allowed', "You don't have permission to review responses.");
}
