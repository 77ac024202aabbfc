import type { Survey, SurveyStatus } from '#domain/surveys/survey.ts';
import { formatMoment } from '#web/lib/format.ts';

/** The names that screens use for categories and statuses. */
export const categoryWords: Readonly<Record<Survey['category'], string>> = {
  hospitality: 'Hospitality',
  retail: 'Retail',
  healthcare: 'Healthcare',
  education: 'Education',
  other: 'Other',
};

export const statusWords: Readonly<Record<SurveyStatus, string>> = {
  draft: 'Draft',
  active: 'Active',
  archived: 'Archived',
};

/** Returns true when the survey is active but has no question to ask, so no interview can begin. */
export function hasNothingToAsk({ status, edition }: Survey): boolean {
  return status === 'active' && edition === null;
}

/** Returns which edition interviews use, and since when (rule 11). */
export function editionWords(survey: Survey): string {
  const { status, edition, editionCreatedAt } = survey;
  if (hasNothingToAsk(survey)) return 'No interviews yet: add a question';
  if (edition === null) return 'No edition yet: the first is made when the survey becomes active.';
  const since = formatMoment(editionCreatedAt);
  return status === 'active'
    ? `Edition ${edition}, changed ${since}`
    : `Last asked as edition ${edition}, changed ${since}`;
}
