import { progressAmongAsked, standingsNow } from '#domain/interviews/asked-now.ts';
import type { InterviewSession } from '#domain/interviews/session.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import type { Deps } from '#server/deps.ts';

import type { ListedSession } from './queries.ts';

/**
 * Adds to each interview in progress how far it is among the questions that are asked, given its answers so far. It
 * does so only if the edition has conditions. The interview's card counts only these questions, as the interview
 * itself does.
 */
export async function* withAskedNow(
  { editions, reports }: Pick<Deps, 'editions'> & { reports: Db },
  batches: AsyncIterable<readonly ListedSession[]>,
): AsyncIterable<InterviewSession[]> {
  for await (const rows of batches) {
    const listed: InterviewSession[] = [];
    for (const row of rows) listed.push({ ...row, ...(await askedNowOf(row)) });
    yield listed;
  }

  async function askedNowOf(row: ListedSession): Promise<Pick<InterviewSession, 'askedNow'>> {
    if (row.status !== 'in_progress') return {};
    const questions = (await editions.find(reports, row.surveyId, row.edition))?.questions ?? [];
    if (!questions.some(({ showIf }) => showIf)) return {};
    const standings = standingsNow(questions, row.progress);
    return { askedNow: progressAmongAsked(standings, row.currentQuestionIndex) };
  }
}
