import type { z } from 'zod';

import { answerTypes } from '#domain/answers/answer-types.ts';
import {
  criticalProblem,
  mostQuestions,
  optionsProblem,
  type Question,
  type questionChangeSchema,
  type questionInputSchema,
} from '#domain/surveys/question.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { invalid, ProblemError } from '#server/problems.ts';
import { requireOwnConditions } from './check-conditions.ts';
import { move, shift } from './places.ts';
import { refuseManySections } from './sections.ts';
import {
  countQuestions,
  insertQuestions,
  replaceOptions,
  updateQuestion,
} from './write-questions.ts';

type Input = z.output<typeof questionInputSchema>;
type Change = z.output<typeof questionChangeSchema>;

/** Throws when the survey would get too many questions. Returns how many it has now. */
export async function refuseTooMany(tx: Db, surveyId: number, more: number): Promise<number> {
  const count = await countQuestions(tx, surveyId);
  if (count + more > mostQuestions)
    throw new ProblemError(
      'conflict',
      `A survey can have at most ${mostQuestions.toLocaleString('en')} questions.`,
    );
  return count;
}

/** Adds a question at the requested place, or at the end, and returns its id. */
export async function addQuestion(
  tx: Db,
  { surveyId, order, ...question }: Input,
): Promise<number> {
  const end = (await refuseTooMany(tx, surveyId, 1)) + 1;
  const place = Math.min(order ?? end, end);
  if (place < end) await shift(tx, { table: 'questions', of: surveyId }, place, 1);
  const [id = 0] = await insertQuestions(tx, surveyId, place, [question]);
  await refuseManySections(tx, surveyId, question.section);
  if (question.showIf?.length) await requireOwnConditions(tx, { id, surveyId }, true);
  return id;
}

/** Changes a question's fields, place and options. `answers`, when given, replaces the options. */
export async function applyChange(tx: Db, question: Question, change: Change): Promise<void> {
  const { order, answers, ...fields } = change;
  const type = fields.type ?? question.type;
  // A question whose new type has no options loses them.
  const options = answers ?? (answerTypes[type].hasOptions ? undefined : []);
  // Options may be added one by one. Until there are enough, no edition includes the question.
  const problem = answers && optionsProblem(type, answers.length);
  if (problem) throw invalid('answers', problem);
  if (options) requireOwnOptions(question, options);
  const refusal = criticalProblem(type, fields.critical ?? question.critical ?? false);
  if (refusal) throw invalid('critical', refusal);

  await updateQuestion(tx, question.id, fields);
  await refuseManySections(tx, question.surveyId, fields.section);
  if (options) await replaceOptions(tx, question.id, options);
  if (order !== undefined) {
    const last = await countQuestions(tx, question.surveyId);
    const list = { table: 'questions', of: question.surveyId } as const;
    await move(tx, list, question.order, Math.min(order, last));
  }
  if (fields.showIf ?? question.showIf)
    await requireOwnConditions(tx, question, fields.showIf !== undefined);
}

/** Throws unless each given id names an option of this question, and none is given twice. */
function requireOwnOptions(question: Question, options: NonNullable<Change['answers']>): void {
  const left = new Set(question.answers.map((option) => option.id));
  const errors = options.flatMap(({ id }, index) =>
    id == null || left.delete(id)
      ? []
      : [{ path: `answers.${index}.id`, message: 'This question has no such answer option' }],
  );
  const [first] = errors;
  if (first) throw new ProblemError('invalid-input', first.message, { errors });
}
