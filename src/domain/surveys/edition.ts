import { z } from 'zod';

import { answerTypes } from '#domain/answers/answer-types.ts';
import { idField, idSchema } from '#domain/identity.ts';
import { freeText, longText, longestLine } from '#domain/text.ts';
import {
  answerOptionSchema,
  fewestOptions,
  heaviestWeight,
  longestCode,
  longestGuidance,
  mostOptions,
  mostPoints,
  mostQuestions,
  questionSchema,
  type Question,
} from './question.ts';
import { mostConditions } from './condition.ts';
import { surveyRulesSchema } from './survey-rules.ts';

/**
 * One question of an edition, in GET /api/surveys/{id}/editions/{number}. An edition holds a
 * survey's questions exactly as they were asked (rule 11). It never changes: a change to an active
 * survey makes the next edition, and every session and response keeps the number of its own.
 *
 * Fields that were added to questions in a later release are left out of the edition when they have
 * their default. Otherwise the next change of any active survey would make a new edition, and every
 * response to the previous one would be flagged.
 */
export const editionQuestionSchema = questionSchema.omit({ surveyId: true }).extend({
  answers: z.array(answerOptionSchema.omit({ questionId: true })),
  code: questionSchema.shape.code.unwrap().unwrap().optional(),
  section: questionSchema.shape.section.unwrap().optional(),
});
export type EditionQuestion = z.infer<typeof editionQuestionSchema>;

/**
 * The URL parameters of GET /api/surveys/{id}/editions/{number}: the survey, and the number of the
 * edition.
 */
export const editionParams = z.object({
  id: idSchema.describe('The `id` of the survey.'),
  number: idSchema.describe('The number of the edition, from 1.'),
});

/**
 * The reply of GET /api/surveys/{id}/editions/{number} (rule 11). It also works for a survey that
 * has been archived or deleted, because an interview is finished with the edition it began with.
 */
export const editionSchema = z.object({
  surveyId: z.int(),
  number: z.int().describe('1 for the first edition, increasing by one.'),
  title: z.string(),
  createdAt: z.iso.datetime(),
  questions: z.array(editionQuestionSchema),
  rules: surveyRulesSchema.optional(),
});
export type Edition = z.infer<typeof editionSchema>;

// Lines are stored here as they were asked. An older edition may have a line break in one, and the server
// compares what the device brings with what it has.
const place = z.int().min(1).max(100_000);
const broughtQuestionSchema = editionQuestionSchema.extend({
  id: idField('Give the number of the question'),
  text: longText('Question text'),
  order: place,
  weight: z.int().min(1).max(heaviestWeight),
  code: longText('Code', longestCode).optional(),
  section: longText('Section', longestLine).optional(),
  guidance: freeText('Guidance', longestGuidance).optional(),
  showIf: editionQuestionSchema.shape.showIf.unwrap().max(mostConditions).optional(),
  answers: z
    .array(
      z.object({
        id: idField('Give the number of the answer option'),
        text: longText('Answer text', longestLine),
        score: z.int().min(0).max(mostPoints),
        isCorrect: z.boolean(),
        order: place,
        finding: z.boolean().optional(),
      }),
    )
    .max(mostOptions),
});

/**
 * The body of PUT /api/surveys/{id}/editions/{number}: an edition that a device has and the server
 * lost, because it was restored from an older backup. Sent again, it returns the stored edition.
 * Returns 404 when the survey never had that number, and 409 when the server has other questions
 * under it.
 */
export const broughtEditionSchema = z.object({
  title: longText('Survey title', longestLine),
  questions: z.array(broughtQuestionSchema).min(1).max(mostQuestions),
  rules: surveyRulesSchema.optional(),
});
export type BroughtEdition = z.infer<typeof broughtEditionSchema>;

/**
 * Returns the questions of an edition made now. It leaves out choice questions with fewer than two
 * options: nobody can answer them, and an interview would be stuck there.
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
