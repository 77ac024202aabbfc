import { can, type HasRole } from '#domain/people/person.ts';
import type { ResultsFilter } from '#domain/results/results.ts';
import type { Config } from '#server/config.ts';
import { refuseReversed } from '#server/http/refuse-reversed.ts';
import { ProblemError } from '#server/problems.ts';

export type PreparedFilter = ResultsFilter & {
  /** The time zone of the filter's days: the reader's own, or else the installation's. */
  timeZone: string;
  /** The portfolio's line, in percent, by which means are judged (rule 66). */
  line: number;
  /** True to read figures from the responses alone, to compare them with those from sums. */
  fromResponses?: boolean;
};

/**
 * Returns the filter in the form that the queries take. Throws when somebody other than an Admin
 * filters by consultant, when somebody who may not review filters by what needs a review (rule 55), or
 * when the range ends before it begins.
 */
export function prepareFilter<F extends ResultsFilter>(
  { timeZone, portfolioLine: line }: Config,
  person: HasRole,
  filter: F,
): F & PreparedFilter {
  if (filter.consultantId !== undefined && !can(person, 'results.byConsultant'))
    throw new ProblemError('not-allowed', 'Only an administrator can filter by consultant.');
  if (filter.review !== undefined && !can(person, 'responses.review'))
    throw new ProblemError('not-allowed', "You don't have permission to review responses.");
  refuseReversed(filter);
  return { ...filter, timeZone: filter.timeZone ?? timeZone, line };
}
