import { z } from 'zod';

import { changesBetween, shortName } from '#domain/audit/changes.ts';
import { idParams } from '#domain/identity.ts';
import { questionCopySchema, questionsCopiedSchema } from '#domain/surveys/question-copy.ts';
import {
  questionChangeSchema,
  questionInputSchema,
  questionOrderSchema,
  questionSchema,
} from '#domain/surveys/question.ts';
import { surveyWithQuestionsSchema } from '#domain/surveys/survey.ts';
import { defineRoute } from '#server/http/route.ts';
import { invalid, notFound, ProblemError } from '#server/problems.ts';
import { addQuestion, applyChange } from './change-question.ts';
import { changeQuestion, changeSurvey, existingQuestion } from './change-survey.ts';
import { copyQuestions } from './copy-questions.ts';
import { shift } from './places.ts';
import { findSurveyWithQuestions } from './queries.ts';
import * as questions from './write-questions.ts';

const create = defineRoute({
  method: 'POST',
  path: '/api/questions',
  summary: 'Add a question, with its answer options where `answers` is given',
  who: 'surveys.build',
  audit: 'question.created',
  repeat: 'request-key',
  body: questionInputSchema,
  answer: questionSchema,
  status: 201,
  refuses: {
    404: 'There is no such survey.',
    409: 'The survey is archived.',
  },
  run: ({ db, body, record }) =>
    changeSurvey(db, body.surveyId, async () => {
      const id = await addQuestion(db, body);
      await record(id, { name: shortName(body.text), surveyId: body.surveyId });
      return existingQuestion(db, id);
    }),
});

/** The defaults of the fields that a question may leave out. */
const byDefault = {
  guidance: '',
  critical: false,
  allowNa: false,
  evidence: 'optional',
  showIf: [],
} as const;

const change = defineRoute({
  method: 'PUT',
  path: '/api/questions/{id}',
  summary:
    'Change the given fields of a question; what is left out stays as it is. `answers` replaces its options, keeping those named by id',
  who: 'surveys.build',
  audit: 'question.changed',
  repeat: 'own',
  params: idParams,
  body: questionChangeSchema,
  answer: questionSchema,
  refuses: {
    409: 'The survey is archived, or other questions depend on this one.',
  },
  run: ({ db, params, body, record }) =>
    changeQuestion(db, params.id, async (question) => {
      await applyChange(db, question, body);
      const changed = await existingQuestion(db, question.id);
      const { id, surveyId, text } = question;
      const changes = changesBetween(
        { ...byDefault, ...question },
        { ...byDefault, ...changed },
        { unkept: ['answers', 'showIf'] },
      );
      await record(id, { name: shortName(text), surveyId, changes });
      return changed;
    }),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/questions/{id}',
  summary: 'Delete a question; those after it move up',
  who: 'surveys.build',
  audit: 'question.deleted',
  repeat: 'own',
  params: idParams,
  answer: z.null(),
  status: 204,
  refuses: {
    409: 'The survey is archived, or other questions depend on this one.',
  },
  run: ({ db, params, record }) =>
    changeQuestion(db, params.id, async ({ id, surveyId, text, order }) => {
      await questions.deleteQuestion(db, id);
      await shift(db, { table: 'questions', of: surveyId }, order, -1);
      await record(id, { name: shortName(text), surveyId });
      return null;
    }),
});

const reorder = defineRoute({
  method: 'PUT',
  path: '/api/surveys/{id}/questions/order',
  summary: "Put a survey's questions in this order; the list must contain each question once",
  who: 'surveys.build',
  audit: 'survey.reordered',
  repeat: 'own',
  params: idParams,
  body: questionOrderSchema,
  answer: surveyWithQuestionsSchema,
  refuses: {
    409: 'The survey is archived, its questions have changed meanwhile, or a question would come before one that its conditions name.',
  },
  run: async ({ db, params, body: { questionIds }, record }) => {
    await changeSurvey(db, params.id, async ({ title }) => {
      requireEachOnce(questionIds, await questions.listQuestionIds(db, params.id));
      await questions.orderQuestions(db, params.id, questionIds);
      await record(params.id, { name: title });
    });
    const survey = await findSurveyWithQuestions(db, params.id, { archived: true });
    if (!survey) throw notFound('The survey');
    return survey;
  },
});

const copy = defineRoute({
  method: 'POST',
  path: '/api/surveys/{id}/questions/copy',
  summary: 'Copy questions of another survey to the end of this one; the reply lists refused ones',
  who: 'surveys.build',
  audit: 'survey.questions-copied',
  repeat: 'request-key',
  params: idParams,
  body: questionCopySchema,
  answer: questionsCopiedSchema,
  refuses: {
    409: 'The survey is archived.',
  },
  run: async ({ db, params, body, record }) => {
    const { title: name, source, ...outcome } = await copyQuestions(db, params.id, body);
    const { copied, refused } = outcome;
    await record(params.id, { name, source, copied, refused: refused.length });
    return outcome;
  },
});

/**
 * Throws unless the order names each question once. Otherwise it was made from an outdated list.
 */
function requireEachOnce(given: readonly number[], ids: readonly number[]): void {
  const left = new Set(given);
  const twice = given.findIndex((id) => !left.delete(id));
  if (twice >= 0) throw invalid(`questionIds.${twice}`, 'This question is named twice');
  const known = new Set(ids);
  if (given.length !== ids.length || !given.every((id) => known.has(id)))
    throw new ProblemError(
      'changed-meanwhile',
      "The survey's questions have changed meanwhile. Please load them again, then put them in order.",
    );
}

export const questionRoutes = [create, change, remove, reorder, copy];
