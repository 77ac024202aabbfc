import { z } from 'zod';

import { changesBetween } from '#domain/audit/changes.ts';
import { idParams } from '#domain/identity.ts';
import { can } from '#domain/people/person.ts';
import { broughtEditionSchema, editionParams, editionSchema } from '#domain/surveys/edition.ts';
import {
  surveyChangeSchema,
  surveyCloneSchema,
  surveyForecastSchema,
  surveyInputSchema,
  surveyRemovalSchema,
  surveySchema,
  surveyUseSchema,
  surveyWithQuestionsSchema,
} from '#domain/surveys/survey.ts';
import { recordEvent } from '#server/db/audit/record-event.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { defineRoute } from '#server/http/route.ts';
import { defineSharedRead } from '#server/http/shared-read.ts';
import { notFound } from '#server/problems.ts';
import { bringEdition } from './bring-edition.ts';
import { changeSurvey } from './change-survey.ts';
import { cloneSurvey } from './clone-survey.ts';
import { keepEdition } from './keep-edition.ts';
import * as queries from './queries.ts';
import { previewRemoval, removeSurvey } from './remove-survey.ts';
import { insertSampleSurvey } from './sample-survey.ts';
import { changesOfRules } from './rule-changes-in-words.ts';

const list = defineSharedRead({
  path: '/api/surveys',
  summary:
    'All surveys, the latest changed first; archived ones only for people who may read the archive',
  who: 'surveys.read',
  answer: z.array(surveySchema),
  run: ({ db, asker }) => queries.listSurveys(db, { archived: can(asker, 'archive.read') }),
});

const use = defineRoute({
  method: 'GET',
  path: '/api/surveys/use',
  summary: 'How many responses each survey has, and when it was last asked',
  who: 'surveys.build',
  answer: z.array(surveyUseSchema),
  run: ({ deps }) => queries.readUse(deps.reports),
});

const withQuestions = defineRoute({
  method: 'GET',
  path: '/api/surveys/{id}/with-questions',
  summary: 'A survey with its questions, each with its answer options',
  who: 'surveys.read',
  params: idParams,
  answer: surveyWithQuestionsSchema,
  run: async ({ db, person, params }) => {
    const sight = { archived: can(person, 'archive.read') };
    const survey = await queries.findSurveyWithQuestions(db, params.id, sight);
    if (!survey) throw notFound('The survey');
    return survey;
  },
});

const edition = defineRoute({
  method: 'GET',
  path: '/api/surveys/{id}/editions/{number}',
  summary: 'The questions of an edition, also of a survey that was archived or deleted since',
  who: 'surveys.read',
  params: editionParams,
  answer: editionSchema,
  run: async ({ deps, db, params }) => {
    const found = await deps.editions.find(db, params.id, params.number);
    if (!found) throw notFound('The edition');
    return found;
  },
});

const bring = defineRoute({
  method: 'PUT',
  path: '/api/surveys/{id}/editions/{number}',
  summary: 'Bring back an edition that the server lost because it was restored from a backup',
  who: 'interviews.conduct',
  audit: 'survey.edition-brought',
  repeat: 'own',
  params: editionParams,
  body: broughtEditionSchema,
  answer: editionSchema,
  refuses: {
    409: 'The server has other questions under this number.',
  },
  run: async ({ db, params, body, record }) => {
    const brought = await bringEdition(db, params, body);
    if (brought.isNew) await record(params.id, { name: body.title, edition: params.number });
    return brought.edition;
  },
});

const create = defineRoute({
  method: 'POST',
  path: '/api/surveys',
  summary: 'Create a survey',
  who: 'surveys.build',
  audit: 'survey.created',
  repeat: 'request-key',
  body: surveyInputSchema,
  answer: surveySchema,
  status: 201,
  run: async ({ db, body, record }) => {
    const id = await queries.insertSurvey(db, body);
    await keepEdition(db, id);
    await record(id, { name: body.title, status: body.status });
    return existing(db, id);
  },
});

const sample = defineRoute({
  method: 'POST',
  path: '/api/surveys/sample',
  summary: 'Create an active survey with ready-made questions',
  who: 'surveys.build',
  audit: 'survey.created',
  repeat: 'request-key',
  answer: surveySchema,
  status: 201,
  run: async ({ db, record }) => {
    const id = await insertSampleSurvey(db);
    await keepEdition(db, id);
    const survey = await existing(db, id);
    await record(id, { name: survey.title, status: survey.status });
    return survey;
  },
});

const change = defineRoute({
  method: 'PUT',
  path: '/api/surveys/{id}',
  summary:
    'Change the given fields of a survey; what is left out stays as it is. Activating it makes its first edition, and new `rules` another one',
  who: 'surveys.build',
  audit: 'survey.changed',
  repeat: 'own',
  params: idParams,
  body: surveyChangeSchema,
  answer: surveySchema,
  refuses: {
    409: 'The survey is archived.',
  },
  run: async ({ db, person, params, body, record }) => {
    await changeSurvey(db, params.id, async ({ title: name }) => {
      const before = await existing(db, params.id);
      await queries.updateSurvey(db, params.id, body);
      const { rules, ...fields } = body;
      const changes = changesBetween(before, fields);
      const ofRules = rules ? changesOfRules(before.rules, rules) : {};
      const areRulesChanged = Object.keys(ofRules).length > 0;
      // If only the rules changed, record only the event about rules below.
      if (!areRulesChanged || Object.keys(changes).length > 0)
        await record(params.id, { name, changes });
      if (areRulesChanged)
        await recordEvent(db, person, 'survey.rules-changed', params.id, {
          name,
          changes: ofRules,
        });
    });
    return existing(db, params.id);
  },
});

const clone = defineRoute({
  method: 'POST',
  path: '/api/surveys/{id}/clone',
  summary: 'Make a draft copy under a new title, all or nothing',
  who: 'surveys.build',
  audit: 'survey.cloned',
  repeat: 'request-key',
  params: idParams,
  body: surveyCloneSchema,
  answer: surveySchema,
  status: 201,
  run: async ({ db, params, body, record }) => {
    const { title: source } = await existing(db, params.id);
    const id = await cloneSurvey(db, params.id, body.title);
    await record(id, { name: body.title, source });
    return existing(db, id);
  },
});

const forecast = defineRoute({
  method: 'GET',
  path: '/api/surveys/{id}/removal',
  summary: 'What deleting the survey would do now, and how many interviews in progress it has',
  who: 'surveys.build',
  params: idParams,
  answer: surveyForecastSchema,
  refuses: {
    409: 'The survey is archived already.',
  },
  run: ({ db, params }) => previewRemoval(db, params.id),
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/api/surveys/{id}',
  summary: 'Delete a survey; one that has responses is archived instead',
  who: 'surveys.build',
  audit: 'survey.removed',
  repeat: 'own',
  params: idParams,
  answer: surveyRemovalSchema,
  refuses: {
    409: 'The survey is archived already.',
  },
  run: async ({ db, person, params, record }) => {
    const { title: name } = await existing(db, params.id);
    const removal = await removeSurvey(db, params.id, person.id);
    await record(params.id, { name, action: removal.action });
    return removal;
  },
});

async function existing(db: Db, id: number) {
  const survey = await queries.findSurvey(db, id);
  if (!survey) throw notFound('The survey');
  return survey;
}

export const surveyOwnRoutes = [
  list,
  use,
  withQuestions,
  edition,
  bring,
  create,
  sample,
  change,
  clone,
  forecast,
  remove,
];
