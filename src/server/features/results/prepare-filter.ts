import { can, type Person } from '#domain/people/person.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import type { Config } from '#server/config.ts';
import { ProblemError } from '#server/problems.ts';

/** A filter with the time zone of its days: the reader's own, or else the installation's. */
export type PreparedFilter = ResultsFilter & { timeZone: string };

/**
 * Returns the filter in the form that the queries take. Throws when somebody other than an Admin
 * filters by consultant, or when somebody who may not review filters by what needs a review (rule
 * 55).
 */
export function prepareFilter<F extends ResultsFilter>(
  { timeZone }: Config,
  person: Person,
  filter: F,
): F & PreparedFilter {
  if (filter.consultantId !== undefined && !can(person, 'results.byConsultant'))
    throw new ProblemError('not-allowed', 'Only an administrator can filter by consultant.');
  if (filter.review !== undefined && !can(person, 'responses.review'))
    throw new ProblemError('not-allowed', "You don't have permission to review responses.");
  return { ...filter, timeZone: filter.timeZone ?? timeZone };
}
