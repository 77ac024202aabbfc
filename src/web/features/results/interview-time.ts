import type { SurveyResponse } from '#domain/responses/response.ts';
import { formatDuration } from '#web/lib/format.ts';

/** Returns how long the interview took, from start to completion. */
export function interviewTime({
  startedAt,
  completedAt,
}: Pick<SurveyResponse, 'startedAt' | 'completedAt'>): string {
  return formatDuration(
    startedAt === null ? null : (Date.parse(completedAt) - Date.parse(startedAt)) / 1_000,
  );
}
