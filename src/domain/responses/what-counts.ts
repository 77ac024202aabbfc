import { longestWait, type InterviewTimes } from './check-times.ts';

/**
 * When an interview began, as far as its device is believed: the moment at which its sender's right
 * to the hotel is looked for (rule 43). A start that is not known, or longer ago than any response
 * waits, proves nothing; the interview then had begun by its completion.
 *
 * @param now milliseconds since 1970, the server's
 */
export function believedBegin({ startedAt, completedAt }: InterviewTimes, now: number): string {
  const isBelieved = startedAt !== null && Date.parse(startedAt) >= now - longestWait;
  return isBelieved ? startedAt : completedAt;
}
