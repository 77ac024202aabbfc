import { z } from 'zod';

import { answerTypes } from '#domain/answers/answer-types.ts';
import { idField, idSchema } from '#domain/identity.ts';
import { longText, shortText } from '#domain/text.ts';
import {
  answerOptionSchema,
  fewestOptions,
  heaviestWeight,
  longestCode,
  mostOptions,
  mostPoints,
  mostQuestions,
  questionSchema,
  type Question,
} from './question.ts';

/**
 * An edition is a survey's questions exactly as they were asked (rule 11). It never changes:
 * a change to an active survey makes the next one, and every session and response keeps the
 * number of its own. A field of a question that came later is left out of the edition where it has
 * its default. Otherwise the next change of any active survey would make a new edition of it, and
 * every response to the one before would be flagged. This is one question of it, in GET
 * /api/surveys/{id}/editions/{number}.
 */
export const editionQuestionSchema = questionSchema.omit({ surveyId: true }).extend({
  answers: z.array(answerOptionSchema.omit({ questionId: true })),
  code: questionSchema.shape.code.unwrap().unwrap().optional(),
  section: questionSchema.shape.section.unwrap().optional(),
});
export type EditionQuestion = z.infer<typeof editionQuestionSchema>;

/** GET /api/surveys/{id}/editions/{number}: the survey, and which of its editions. */
export const editionParams = z.object({
  id: idSchema.describe('The `id` of the survey.'),
  number: idSchema.describe('The number of the edition, from 1.'),
});

/**
 * What GET /api/surveys/{id}/editions/{number} answers (rule 11), also of a survey that was
 * archived or deleted since: an interview begun on it is finished on it.
 */
export const editionSchema = z.object({
  surveyId: z.int(),
  number: z.int().describe('1 for the first, growing by one.'),
  title: z.string(),
  createdAt: z.iso.datetime(),
  questions: z.array(editionQuestionSchema),
});
export type Edition = z.infer<typeof editionSchema>;

const place = z.int().min(1).max(100_000);
const broughtQuestionSchema = editionQuestionSchema.extend({
  id: idField('Give the number of the question'),
  text: longText('Question text'),
  order: place,
  weight: z.int().min(1).max(heaviestWeight),
  code: shortText('Code', longestCode).optional(),
  section: shortText('Section').optional(),
  answers: z
    .array(
      z.object({
        id: idField('Give the number of the answer option'),
        text: shortText('Answer text'),
        score: z.int().min(0).max(mostPoints),
        isCorrect: z.boolean(),
        order: place,
      }),
    )
    .max(mostOptions),
});

/**
 * The body of PUT /api/surveys/{id}/editions/{number}: an edition that a device holds and the server
 * lost, since it was restored from a backup of before. Sent again, it answers the first one's record.
 * 404 where the number was never given. 409 where the server has other questions under it.
 */
export const broughtEditionSchema = z.object({
  title: shortText('Survey title'),
  questions: z.array(broughtQuestionSchema).min(1).max(mostQuestions),
});
export type BroughtEdition = z.infer<typeof broughtEditionSchema>;

/**
 * What an edition made now would ask. A choice question with fewer than two options cannot be
 * asked, and an interview would be stuck on it, so it stays out until it has them.
 */
export function editionContent(questions: readonly Question[]): EditionQuestion[] {
  return questions
    .filter(
      (question) =>
        !answerTypes[question.type].hasOptions || question.answers.length >= fewestOptions,
    )
    .toSorted((a, b) => a.order - b.order)
    .map(({ surveyId: _, answers, code, section, ...question }, index) => ({
      ...question,
      ...(code !== null && { code }),
      ...(section !== '' && { section }),
      order: index + 1,
      answers: answers
        .toSorted((a, b) => a.order - b.order)
        .map(({ questionId: __, ...option }, place) => ({ ...option, order: place + 1 })),
    }));
}
