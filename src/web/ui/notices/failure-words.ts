import { ApiError, detailOf, isUnanswered, reasonOf } from '#web/lib/api.ts';

const noReply =
  'No reply from Bellwether, so it may have been done all the same. Check the network and try again.';

/** Returns one sentence about a change that failed. If no reply came, it does not claim that nothing was done. */
export function whyFailed(error: unknown): string {
  const hasWords = error instanceof ApiError && error.problem !== undefined;
  return isUnanswered(error) && !hasWords ? noReply : detailOf(error);
}

/**
 * Returns the title for a change that failed. If nobody knows what the server did, a title such as “The waiver was
 * not revoked” could be wrong, so another one replaces it. Titles that are fixed, such
 * as “Failed to create hotel”, are not given to it.
 */
export function failureTitle(title: string, error: unknown): string {
  return isUnanswered(error) ? 'Not confirmed' : title;
}

/**
 * Returns why the server did not take a file: what is wrong with it, or like {@link whyFailed} that no reply came.
 * `otherwise` is for errors that come neither from the server nor from the network.
 */
export function whyNotTaken(error: unknown, otherwise?: string): string {
  return isUnanswered(error) ? whyFailed(error) : reasonOf(error, otherwise);
}
