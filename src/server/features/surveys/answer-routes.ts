import { z } from 'zod';

import { shortName } from '#domain/audit/changes.ts';
import { idParams, idSchema } from '#domain/identity.ts';
import { can } from '#domain/people/person.ts';
import {
  answerOptionInputSchema,
  answerOptionSchema,
  fewestOptions,
  optionsProblem,
} from '#domain/surveys/question.ts';
import { defineRoute } from '#server/http/route.ts';
import { invalid, notFound } from '#server/problems.ts';
import { changeQuestion } from './change-survey.ts';
import { shift } from './places.ts';
import { findOptions, findQuestionOfOption } from './read-questions.ts';
import { deleteOption, insertOption } from './write-questions.ts';

const list = defineRoute({
  method: 'GET',
  path: '/api/answers/question/{questionId}',
  summary: "A question's answer options, in order",
  who: 'surveys.read',
  params: z.object({ questionId: idSchema.describe('The `id` of the question.') }),
  answer: z.array(answerOptionSchema),
  run: async ({ db, person, params }) => {
    const sight = { archived: can(person, 'archive.read') };
    const found = await findOptions(db, params.questionId, sight);
    if (!found) throw notFound('The question');
    return found.options;
  },
});

const create = defineRoute({
  method: 'POST',
  path: '/api/answers',
  summary: 'Add an answer option to a choice question that has fewer than eight',
  who: 'surveys.build',
  audit: 'answer-option.created',
  repeat: 'request-key',
  body: answerOptionInputSchema,
  answer: answerOptionSchema,
  status: 201,
  refuses: {
    404: 'There is no such question.',
    409: 'The survey is archived.',
  },
  run: ({ db, body, record }) =>
    changeQuestion(
      db,
      body.questionId,
      async ({ id: questionId, surveyId, text, type, answers }) => {
        const end = answers.length + 1;
        // Options that are added one by one begin with a first one, so only the upper bound is
        // checked here.
        const problem = optionsProblem(type, Math.max(end, fewestOptions));
        if (problem) throw invalid('questionId', problem);
        const place = Math.min(body.order ?? end, end);
        if (place < end) await shift(db, { table: 'answers', of: questionId }, place, 1);
        const { order: _, finding, ...option } = body;
        const id = await insertOption(db, { ...option, finding, position: place });
        await record(id, { question: shortName(text), questionId, surveyId });
        return { ...option, id, order: place, ...(finding != null && { finding }) };
      },
    ),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/answers/{id}',
  summary: 'Delete an answer option; those after it move up',
  who: 'surveys.build',
  audit: 'answer-option.deleted',
  repeat: 'own',
  params: idParams,
  answer: z.null(),
  status: 204,
  refuses: {
    409: 'The survey is archived, or other questions depend on this option.',
  },
  run: async ({ db, params, record }) => {
    const found = await findQuestionOfOption(db, params.id);
    if (!found) throw notFound('The answer option');
    return changeQuestion(
      db,
      found.questionId,
      async ({ id: questionId, surveyId, text, answers }) => {
        const option = answers.find((one) => one.id === params.id);
        if (!option) throw notFound('The answer option');
        await deleteOption(db, option.id);
        await shift(db, { table: 'answers', of: questionId }, option.order, -1);
        await record(option.id, { question: shortName(text), questionId, surveyId });
        return null;
      },
    );
  },
});

export const answerRoutes = [list, create, remove];
