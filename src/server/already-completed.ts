import type { Completion } from '#domain/problems/problem.ts';
import { ProblemError } from './problems.ts';

const inUtc = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/**
 * Returns the error that an interview is completed. `refused` says what cannot be done because of
 * it.
 */
export function alreadyCompleted(completion: Completion, refused: string): ProblemError {
  const { completedAt, completedBy } = completion;
  const when = completedAt ? ` on ${inUtc.format(new Date(completedAt))} UTC` : '';
  const by = completedBy === null ? '' : ` by ${completedBy}`;
  const detail = `This interview was completed${when}${by}. ${refused}`;
  return new ProblemError('already-completed', detail, { completion });
}
