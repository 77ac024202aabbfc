import type { SurveyResponse } from '#domain/responses/response.ts';
import { formatDuration } from '#web/lib/format.ts';

/** How long the interview took, from its begin to its completion. */
export function interviewTime({
  startedAt,
  completedAt,
}: Pick<SurveyResponse, 'startedAt' | 'completedAt'>): string {
  return formatDuration(
    startedAt === null ? null : (Date.parse(completedAt) - Date.parse(startedAt)) / 1_000,
  );
}
