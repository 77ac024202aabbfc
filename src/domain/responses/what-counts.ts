import { longestWait, type InterviewTimes } from './check-times.ts';

/**
 * Returns when an interview began, as far as its device can be believed. At this moment the
 * sender's right to the hotel is checked (rule 43). If the start is unknown, or longer ago than any
 * response waits, it proves nothing; then the completion counts as the start.
 *
 * @param now milliseconds since 1970, by the server's clock
 */
export function believedBegin({ startedAt, completedAt }: InterviewTimes, now: number): string {
  const isBelieved = startedAt !== null && Date.parse(startedAt) >= now - longestWait;
  return isBelieved ? startedAt : completedAt;
}
