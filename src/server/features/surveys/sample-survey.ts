import type { SurveyInput } from '#domain/surveys/survey.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { serviceBaseline } from '#server/demonstration/other-surveys.ts';
import { insertSurvey } from './queries.ts';
import { insertQuestions, type NewQuestion } from './write-questions.ts';

/** What a fresh installation can begin with: the shortest survey of the demonstration. */
const survey: SurveyInput = {
  title: serviceBaseline.title,
  description: 'A sample to begin with: a first look at a hotel. Change its questions as you like.',
  category: serviceBaseline.category,
  status: 'active',
};

const questions: readonly NewQuestion[] = serviceBaseline.questions.map((plan) => ({
  text: plan.ask,
  type: plan.type,
  required: plan.optional === undefined,
  weight: plan.weight ?? 1,
  kpeCategory: plan.of,
  code: null,
  section: '',
  answers: Object.entries(plan.options ?? {}).map(([text, score]) => ({
    text,
    score,
    isCorrect: false,
  })),
}));

/** Stores the sample survey with its questions, ready to be asked, and returns its id. */
export async function insertSampleSurvey(tx: Db): Promise<number> {
  const id = await insertSurvey(tx, survey);
  await insertQuestions(tx, id, 1, questions);
  return id;
}
