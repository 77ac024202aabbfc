import { z } from 'zod';

import { idField } from '#domain/identity.ts';
import { fittingIn } from './fit-together.ts';
import { placingIn, type Placed } from './placed-condition.ts';
import { mostQuestions, type Question } from './question.ts';

/**
 * The body of POST /api/surveys/{id}/questions/copy: another survey, and which of its questions to
 * add. Returns 404 when there is no such survey, 400 at a question that it does not have or that is
 * named twice, and 409 when this survey is archived or would have more than {@link mostQuestions}.
 */
export const questionCopySchema = z.object({
  from: idField('Please select a survey').describe('The `id` of the survey to copy from.'),
  questionIds: z
    .array(idField('This is not the number of a question'))
    .min(1, 'Choose at least one question')
    .max(mostQuestions),
});
export type QuestionCopy = z.infer<typeof questionCopySchema>;

const row = z.int().describe('The number of the question in the survey that it comes from.');
const text = z.string().describe("The question's text.");

/**
 * The reply of POST /api/surveys/{id}/questions/copy. The questions keep their order and are added
 * after those of the survey.
 */
export const questionsCopiedSchema = z.object({
  copied: z.int(),
  refused: z
    .array(z.object({ row, text, error: z.string() }))
    .describe('The questions that were not copied, and why.'),
  alwaysAsked: z
    .array(z.object({ row, text }))
    .describe(
      'Copied questions that are now always asked: one of their conditions names a question that was not copied.',
    ),
});
export type QuestionsCopied = z.infer<typeof questionsCopiedSchema>;

/**
 * Checks questions that are copied together, in the order of their survey. A question whose code is
 * taken is left out. A question loses all its conditions if a question that they name is missing:
 * with only some of them it would be asked when it should not be.
 */
export function copyTogether(
  questions: readonly Question[],
  survey: Parameters<typeof fittingIn>[0],
): { good: Placed<Question>[] } & Omit<QuestionsCopied, 'copied'> {
  const fits = fittingIn(survey);
  const refused: QuestionsCopied['refused'] = [];
  const kept = questions.filter((question) => {
    const [misfit] = fits(question);
    if (misfit) refused.push({ ...placeAndText(question), error: misfit.error });
    return !misfit;
  });
  const place = placingIn(kept);
  const alwaysAsked: QuestionsCopied['alwaysAsked'] = [];
  const good = kept.map((question) => {
    const { showIf = [], ...others } = question;
    const conditions = showIf.flatMap((condition) => place(condition) ?? []);
    const isWhole = conditions.length === showIf.length;
    if (!isWhole) alwaysAsked.push(placeAndText(question));
    return { question: others, conditions: isWhole ? conditions : [] };
  });
  return { good, refused, alwaysAsked };
}

const placeAndText = ({ order, text: words }: Question) => ({ row: order, text: words });
