import { z } from 'zod';

import { answerTypes, questionTypes, type QuestionType } from '#domain/answers/answer-types.ts';
import { changeSchema } from '#domain/change-schema.ts';
import { idField, readDigits } from '#domain/identity.ts';
import { freeText, lineOrEmpty, longText, optionalText, shortText } from '#domain/text.ts';
import { conditionSchema, mostConditions } from './condition.ts';

/** The categories of questions, in the order in which they are shown. */
export const kpeCategories = [
  'The Right Fit',
  'The Right Action',
  'The Right Environment',
] as const;
export type KpeCategory = (typeof kpeCategories)[number];

/** The most questions of a survey: more than any needs, but it limits the size of an edition. */
export const mostQuestions = 5_000;
export const fewestOptions = 2;
export const mostOptions = 8;
export const mostPoints = 1_000;
export const heaviestWeight = 10;
/** The most characters of a standard code. */
export const longestCode = 40;
/** The most characters of the guidance to a question. */
export const longestGuidance = 2_000;
/** When an interview asks for evidence; `optional` by default. */
export const evidenceNeeds = ['none', 'optional', 'on-finding', 'always'] as const;

/** The form's word for "no category". The API and the database use null. */
export const noCategory = 'None';
const kpeCategoryField = z
  .preprocess(
    (value: KpeCategory | typeof noCategory | null) =>
      typeof value === 'string' && ['', 'none'].includes(value.toLowerCase()) ? noCategory : value,
    z
      .enum([noCategory, ...kpeCategories], { error: 'Choose a category from the list' })
      .transform((category) => (category === noCategory ? null : category))
      .nullable(),
  )
  .describe('"None", empty text and null are no category, which is stored as null');

const points = readDigits(
  z
    .int(`Points must be a whole number from 0 to ${mostPoints}`)
    .min(0, 'Points cannot be negative')
    .max(mostPoints, `Points can be at most ${mostPoints}`),
);
const order = readDigits(
  z
    .int('Order must be a whole number')
    .min(1, 'Order must be at least 1')
    .max(100_000, 'Order can be at most 100,000'),
);

/**
 * An answer option in API replies: GET /api/answers/question/{questionId}, POST /api/answers, and
 * part of every question.
 */
export const answerOptionSchema = z.object({
  id: z.int(),
  questionId: z.int(),
  text: z.string(),
  score: z.int().describe('Points for choosing it.'),
  isCorrect: z.boolean(),
  order: z.int().describe('1..n within the question.'),
  finding: z
    .boolean()
    .optional()
    .describe(
      'Whether choosing it is a finding, whatever its points; where it is left out, the survey’s finding line decides.',
    ),
});
export type AnswerOption = z.infer<typeof answerOptionSchema>;

/**
 * The rules of a question and the fields that belong to them. A field that has its default is left out of
 * every reply and edition, so that a survey without rules looks as in earlier releases.
 */
const ruleFields = {
  guidance: z.string().optional().describe('Explains the question to the interviewer.'),
  critical: z
    .literal(true)
    .optional()
    .describe('A finding here, or no answer, fails the whole response.'),
  allowNa: z.literal(true).optional().describe('It can be marked not applicable.'),
  evidence: z
    .enum(evidenceNeeds)
    .optional()
    .describe('When a photo or document is asked for; `optional` where it is left out.'),
  showIf: z
    .array(conditionSchema)
    .optional()
    .describe('It is asked only if all of these hold; always where it is left out.'),
};

/**
 * A question in API replies, with its options in order: POST /api/questions,
 * PUT /api/questions/{id}, and part of GET /api/surveys/{id}/with-questions.
 */
export const questionSchema = z.object({
  id: z.int(),
  surveyId: z.int(),
  text: z.string(),
  type: z.enum(questionTypes),
  required: z.boolean(),
  order: z.int().describe('1..n within the survey, dense.'),
  weight: z.int().describe('1 to 10: how much the question counts within its category.'),
  kpeCategory: z.enum(kpeCategories).nullable(),
  answers: z.array(answerOptionSchema),
  code: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "The brand's own number for what the question checks, such as FO-012; null for none.",
    ),
  section: z
    .string()
    .default('')
    .describe('The part of the survey that it belongs to; empty for none.'),
  ...ruleFields,
});
export type Question = z.infer<typeof questionSchema>;

const finding = z
  .boolean('Finding is true, false or null')
  .nullish()
  .describe('True or false where choosing it is a finding or none; null for by its points.');

/**
 * The body of POST /api/answers. Returns 409 when the survey is archived. Returns 400 at
 * `questionId` when the question already has eight options or is a text question (rule 14).
 */
export const answerOptionInputSchema = z.object({
  questionId: idField('Please select a question'),
  text: shortText('Answer text'),
  score: points.default(0),
  isCorrect: z.boolean().default(false),
  order: order.optional(),
  finding,
});

/**
 * An option as the wizard sends it with its question. An `id` keeps the option that it names; no
 * id, or null, makes a new one. Options with blank text are skipped (rule 52).
 */
const optionInput = z.object({
  id: idField('This question has no such answer option').nullish(),
  text: lineOrEmpty('Answer text'),
  score: points.default(0),
  isCorrect: z.boolean().default(false),
  finding,
});
const optionsInput = z
  .array(optionInput)
  .max(100)
  .transform((options) => options.filter((option) => option.text !== ''));

const questionFields = {
  text: longText('Question text'),
  type: z.enum(questionTypes, {
    error: ({ input }) =>
      input == null || input === ''
        ? 'Question type is required'
        : `Question type must be one of ${questionTypes.join(', ')}`,
  }),
  required: z.boolean('Required is true or false'),
  order,
  weight: readDigits(
    z
      .int('Weight must be a whole number')
      .min(1, 'Weight must be from 1 to 10')
      .max(heaviestWeight, 'Weight must be from 1 to 10'),
  ),
  kpeCategory: kpeCategoryField,
  answers: optionsInput,
  code: optionalText('Code', longestCode).describe(
    "The brand's own number for what the question checks, unique within the survey in any case. Empty text is null.",
  ),
  section: lineOrEmpty('Section').describe('The part of the survey that it belongs to.'),
  guidance: freeText('Guidance', longestGuidance).describe(
    'Explains the question to the interviewer.',
  ),
  critical: z
    .boolean('Critical is true or false')
    .describe('A finding here, or no answer, fails the whole response.'),
  allowNa: z
    .boolean('Not applicable allowed is true or false')
    .describe('Whether it can be marked not applicable.'),
  evidence: z
    .enum(evidenceNeeds, { error: 'Evidence is none, optional, on-finding or always' })
    .describe('When a photo or document is asked for.'),
  showIf: z
    .array(conditionSchema)
    .max(mostConditions, `A question can have at most ${mostConditions} conditions`)
    .describe(
      'It is asked only if all of these hold; empty for always. A condition names an earlier question of the survey, and options of it.',
    ),
};

/** Returns what is wrong with a question's options; null when they are fine (rule 14). */
export function optionsProblem(type: QuestionType, count: number): string | null {
  const { hasOptions, name } = answerTypes[type];
  if (!hasOptions)
    return count === 0 ? null : `A ${name.toLowerCase()} question has no answer options`;
  if (count < fewestOptions) return `Add at least ${fewestOptions} answer options`;
  if (count > mostOptions) return `A question can have at most ${mostOptions} answer options`;
  return null;
}

/** Returns why a question of this type cannot be critical; null when it can. */
export function criticalProblem(type: QuestionType, critical: boolean): string | null {
  const { isScored, name } = answerTypes[type];
  return critical && !isScored
    ? `A ${name.toLowerCase()} question is not scored, so it cannot be critical`
    : null;
}

/**
 * The body of POST /api/questions. `answers` saves the options in the same transaction (rule 13).
 * Returns 409 when the survey is archived or already has {@link mostQuestions}. Returns 400 at
 * `critical` for a text question, at `code` when another question of the survey has it, at `section`
 * when it is one too many for the survey, and at `showIf` when a condition names no earlier question,
 * or no option of it.
 */
export const questionInputSchema = z
  .object({
    surveyId: idField('Please select a survey'),
    ...questionFields,
    required: questionFields.required.default(false),
    order: questionFields.order.optional(),
    weight: questionFields.weight.default(1),
    kpeCategory: questionFields.kpeCategory.default(null),
    answers: questionFields.answers.optional(),
    code: questionFields.code.default(null),
    section: questionFields.section.default(''),
    guidance: questionFields.guidance.optional(),
    critical: questionFields.critical.optional(),
    allowNa: questionFields.allowNa.optional(),
    evidence: questionFields.evidence.optional(),
    showIf: questionFields.showIf.optional(),
  })
  .superRefine((question, context) => {
    const refusal = criticalProblem(question.type, question.critical === true);
    if (refusal) context.addIssue({ code: 'custom', path: ['critical'], message: refusal });
    if (!question.answers) return;
    const message = optionsProblem(question.type, question.answers.length);
    if (message) context.addIssue({ code: 'custom', path: ['answers'], message });
  });
export type QuestionInput = z.input<typeof questionInputSchema>;

/**
 * The body of PUT /api/questions/{id}: the fields to change. A field that is left out stays as it is
 * stored. `answers`, if given, replaces the options (rule 13). Returns 409 when the survey is
 * archived, or other questions are shown only after this one and would lose what they depend on.
 * Returns 400 at `answers` when there are too few or too many, or an `id` names no option of this
 * question, and like POST otherwise.
 */
export const questionChangeSchema = changeSchema(questionFields);
export type QuestionChange = z.input<typeof questionChangeSchema>;

/**
 * The body of PUT /api/surveys/{id}/questions/order: every question of the survey once, in the new
 * order (rule 14). Returns 409 when these are not the survey's questions, or the survey is
 * archived.
 */
export const questionOrderSchema = z.object({
  questionIds: z.array(idField('This is not the number of a question')).max(mostQuestions),
});
