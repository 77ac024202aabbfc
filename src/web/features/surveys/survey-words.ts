import type { QuestionType } from '#domain/surveys/question.ts';
import type { Survey, SurveyStatus } from '#domain/surveys/survey.ts';
import { formatMoment } from '#web/lib/format.ts';

/** How surveys and questions are named to people. */
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

export const typeWords: Readonly<Record<QuestionType, string>> = {
  radio: 'Radio',
  checkbox: 'Checkbox',
  text: 'Text',
  textarea: 'Textarea',
  scale: 'Scale',
  multiple_choice: 'Multiple choice',
};

export const typeHints: Readonly<Record<QuestionType, string>> = {
  radio: 'one choice',
  checkbox: 'one choice, which can be taken back',
  text: 'own words, one line',
  textarea: 'own words, several lines',
  scale: 'one step of a scale',
  multiple_choice: 'one choice of several',
};

/** True where the survey is active but has no question to ask, so no interview can begin. */
export function hasNothingToAsk({ status, edition }: Survey): boolean {
  return status === 'active' && edition === null;
}

/** Which edition interviews ask, and since when (rule 11). */
export function editionWords(survey: Survey): string {
  const { status, edition, editionCreatedAt } = survey;
  if (hasNothingToAsk(survey)) return 'No interviews yet: add a question';
  if (edition === null) return 'No edition yet: the first is made when the survey becomes active.';
  const since = formatMoment(editionCreatedAt);
  return status === 'active'
    ? `Edition ${edition}, changed ${since}`
    : `Last asked as edition ${edition}, changed ${since}`;
}
