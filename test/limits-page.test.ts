import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import { z, type ZodType } from 'zod';

import {
  actionsPerPage,
  longestActionText,
  mostActionEvents,
  mostActions,
  mostEventsWithLinks,
  mostFilesNamed,
} from '#domain/actions/action.ts';
import { dueInputSchema } from '#domain/actions/action-input.ts';
import { mostPlanContacts, mostPlanItems, mostPlans } from '#domain/actions/exit-plan.ts';
import { appealDecisionSchema, appealInputSchema } from '#domain/appeals/appeal-input.ts';
import { mostAppeals } from '#domain/appeals/appeal.ts';
import { auditQuerySchema } from '#domain/audit/event.ts';
import {
  linkDays,
  mostContacts,
  mostContactsEver,
  mostLinks,
  mostTokens,
} from '#domain/contacts/contact.ts';
import { mostSurveysByLink } from '#domain/contacts/interview-by-link.ts';
import { mostEventsByLink } from '#domain/contacts/plan-by-link.ts';
import { documentTypes, largestDocument } from '#domain/documents/document.ts';
import { safeFileName } from '#domain/documents/file-name.ts';
import {
  evidenceDeletionSchema,
  evidenceLimits,
  largestThumbnail,
  longestCaption,
} from '#domain/evidence/evidence.ts';
import { assignHotelsSchema } from '#domain/hotels/assign-hotels.ts';
import {
  hotelImportFormats,
  largestHotelImport,
  mostImportRows,
} from '#domain/hotels/hotel-import.ts';
import { passwordField } from '#domain/people/password.ts';
import { emailField, systemUserInputSchema } from '#domain/people/system-user.ts';
import { mostRevisions } from '#domain/responses/correction.ts';
import { largestFile } from '#domain/responses/further-fields.ts';
import { correctionInputSchema } from '#domain/responses/given-answer.ts';
import { responseInputSchema } from '#domain/responses/response.ts';
import { mostAskedAgain } from '#domain/rounds/reassessment.ts';
import { resultsPageQuerySchema } from '#domain/results/results.ts';
import { cycleChangeSchema, mostRounds, newRoundSchema } from '#domain/rounds/plan.ts';
import {
  largestQuestionImport,
  largestUnpackedImport,
  mostQuestionRows,
  questionImportFormats,
} from '#domain/surveys/question-import.ts';
import { mostSections } from '#domain/surveys/fit-together.ts';
import { mostOptions, mostQuestions, questionInputSchema } from '#domain/surveys/question.ts';
import { mostPreviewed } from '#domain/surveys/rules-preview.ts';
import { deviceReportSchema } from '#domain/sync/device.ts';
import { exportedFileSchema, largestExport } from '#domain/sync/exported-file.ts';
import { mostSheetRows } from '#domain/table-file.ts';
import { freeText, longText, shortText } from '#domain/text.ts';
import { longestWaiverReason, mostWaivedYears, mostWaivers } from '#domain/waivers/waiver.ts';
import { readConfig } from '#server/config.ts';
import { mostEarlyDeletions } from '#server/features/evidence/deletions.ts';
import { largestFromAnyone } from '#server/http/route.ts';
import { routes } from '#server/routes.ts';
import { openTestApp } from './test-app.ts';

/** The JSON Schema of what a caller may send. */
type Schema = {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
};
const inputOf = (schema: ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

/** Returns the part of a schema at this place. `*` stands for the members of a list. */
function at(schema: ZodType, ...place: string[]): Schema {
  let part = inputOf(schema);
  for (const name of place) {
    const whole: Schema[] = [part, ...(part.allOf ?? []), ...(part.anyOf ?? [])];
    const [next] = whole.flatMap(
      (one) => (name === '*' ? one.items : one.properties?.[name]) ?? [],
    );
    if (!next) throw new Error(`There is no ${name}`);
    part = next;
  }
  return part;
}

const reasonOfDeletion = () => at(evidenceDeletionSchema, 'reason').maxLength;
const characters = (most: number | undefined) => `${most?.toLocaleString('en')} characters`;
const count = (most: number | undefined) => `${most?.toLocaleString('en')}`;
const megabytes = (bytes: number | undefined) => `${(bytes ?? NaN) / 1024 / 1024} MB`;

const pageOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const page = pageOf('../docs/limits.md');

test('the page tells each limit as the code has it', async () => {
  const { app, close } = await openTestApp();
  const told = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, what, most]) => [what, most]);
  expect(told.slice(2)).toEqual([
    ['a line: a name, a title, a code', characters(at(shortText('')).maxLength)],
    ['a passage: the words of a question', characters(at(longText('')).maxLength)],
    ['notes, descriptions, answers in one’s own words', characters(at(freeText('')).maxLength)],
    ['an e-mail address', characters(at(emailField).maxLength)],
    ['a password', characters(at(passwordField).maxLength)],
    ['words to search for', characters(at(auditQuerySchema, 'search').maxLength)],
    [
      'the name of a file; what is longer is shortened',
      characters(safeFileName(`${'a'.repeat(500)}.pdf`).length),
    ],
    ['the questions of a survey', count(mostQuestions)],
    ['the sections of a survey', count(mostSections)],
    ['the responses that a preview of rules scores again', count(mostPreviewed)],
    ['the options of a question', count(mostOptions)],
    [
      'the standard code of a question',
      characters(at(questionInputSchema, 'code').anyOf?.[0]?.maxLength),
    ],
    ['the guidance to a question', characters(at(questionInputSchema, 'guidance').maxLength)],
    [
      'the conditions under which a question is asked',
      count(at(questionInputSchema, 'showIf').maxItems),
    ],
    ['the points of an option', count(at(questionInputSchema, 'answers', '*', 'score').maximum)],
    ['the weight of a question', count(at(questionInputSchema, 'weight').maximum)],
    ['the answers of a response', count(at(responseInputSchema, 'responseAnswers').maxItems)],
    [
      'the note to an answer',
      characters(at(responseInputSchema, 'responseAnswers', '*', 'note').maxLength),
    ],
    ['the questions of a re-assessment', count(mostAskedAgain)],
    ['the files that a response names', count(at(responseInputSchema, 'files').maxItems)],
    ['the former contents kept of a response', count(mostRevisions)],
    [
      'the reason of a correction',
      characters(at(correctionInputSchema, 'reason').anyOf?.[0]?.maxLength),
    ],
    ['what an appeal says', characters(at(appealInputSchema, 'claim').maxLength)],
    [
      'the reason of a decision on an appeal',
      characters(at(appealDecisionSchema, 'reason').maxLength),
    ],
    ['the appeals of a response', count(mostAppeals)],
    ['the actions that a round makes', count(mostActions)],
    ['the events of an action', count(mostActionEvents)],
    ['the events of an action up to which a link adds', count(mostEventsWithLinks)],
    ['a comment on an action', characters(longestActionText)],
    ['the files that an event names', count(mostFilesNamed)],
    ['the actions that one call changes', count(at(dueInputSchema, 'actions').maxItems)],
    ['the actions on a page', count(actionsPerPage)],
    ['the rounds of a cycle', count(mostRounds)],
    [
      'the surveys of a round, and its people',
      count(at(newRoundSchema, 'surveyIds').anyOf?.[0]?.maxItems),
    ],
    ['the outcome of a cycle', characters(at(cycleChangeSchema, 'outcome').maxLength)],
    ['the waivers of a hotel, with those that are over', count(mostWaivers)],
    ['the days of a waiver', `${mostWaivedYears} years`],
    ['the reason of a waiver', characters(longestWaiverReason)],
    ['the plans of a hotel', count(mostPlans)],
    ['the findings of a plan', count(mostPlanItems)],
    ['the contacts that a plan adds', count(mostPlanContacts)],
    ['the contacts of a hotel', count(mostContacts)],
    ['the same, with those who have left', count(mostContactsEver)],
    ['the links of a contact that can be used', count(mostLinks)],
    ['the tokens that open a link', count(mostTokens)],
    ['the days of a link', count(linkDays)],
    ['the events of an action that a link shows', count(mostEventsByLink)],
    ['the surveys that a link lists', count(mostSurveysByLink)],
    [
      'the hotels of a consultant',
      count(at(systemUserInputSchema, 'assignedHotelIds').anyOf?.[0]?.maxItems),
    ],
    ['the hotels that one call assigns', count(at(assignHotelsSchema, 'hotels').maxItems)],
    [
      'the rows of a page of results, or of the audit trail',
      count(at(resultsPageQuerySchema, 'pageSize').maximum),
    ],
    ['a call', megabytes(app.initialConfig.bodyLimit)],
    ['a call that asks for no sign-in', `${largestFromAnyone / 1024} KB`],
    ['an evaluation document', megabytes(largestDocument)],
    ['a photo, document or signature of an interview', megabytes(largestFile)],
    ['its thumbnail', `${largestThumbnail / 1000} kB`],
    ['its caption', characters(longestCaption)],
    ['the photos of a question', count(evidenceLimits.photosOfQuestion)],
    ['the photos of an interview', count(evidenceLimits.photos)],
    ['the documents of an interview', count(evidenceLimits.documents)],
    ['the signatures of an interview', count(evidenceLimits.signatures)],
    ['the reason of a deletion', characters(reasonOfDeletion())],
    ['a person’s deletions that wait for their file', count(mostEarlyDeletions)],
    [
      'the reason why evidence lacks',
      characters(at(responseInputSchema, 'evidenceReason').maxLength),
    ],
    [
      'the interviews whose files a device reports',
      count(at(deviceReportSchema, 'files').maxItems),
    ],
    ['the rows of a workbook to save, with the heading', count(mostSheetRows)],
    ['a file of hotels to import', megabytes(largestHotelImport)],
    ['its rows, with the heading', count(mostImportRows)],
    ['a file of questions to import', megabytes(largestQuestionImport)],
    ['the same, unpacked', megabytes(largestUnpackedImport)],
    ['its rows, with the heading', count(mostQuestionRows)],
    ['a file of exported responses to import', megabytes(largestExport)],
    ['the responses in it', count(at(exportedFileSchema, 'responses').maxItems)],
  ]);
  expect(at(newRoundSchema, 'people').maxItems).toBe(
    at(newRoundSchema, 'surveyIds').anyOf?.[0]?.maxItems,
  );
  expect(at(auditQuerySchema, 'limit').maximum).toBe(
    at(resultsPageQuerySchema, 'pageSize').maximum,
  );
  const text = page.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`arrived within ${app.server.requestTimeout / 60_000} minutes.`);
  expect(text).toContain(`less than ${megabytes(readConfig({}).diskReserve)} left`);
  await close();
});

test('and the kinds of files', () => {
  const inWords = (kinds: readonly string[]) =>
    `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}`;
  const text = page.replaceAll(/\s+/g, ' ');
  expect(text).toContain(`Evaluation documents are ${inWords(documentTypes)};`);
  expect(text).toContain(`files of hotels ${inWords(hotelImportFormats)};`);
  expect(text).toContain(`files of questions ${inWords(questionImportFormats)}.`);
});

/** Returns the texts and lists in a schema that have no limit. */
function endless(schema: Schema, place: string): string[] {
  if (schema.$ref) throw new Error(`${place} refers elsewhere: look there too`);
  const { enum: words, properties = {}, items, additionalProperties: others } = schema;
  const isOneOf = words !== undefined || schema.const !== undefined;
  // A pattern without unlimited repetition is a limit of its own.
  const isBounded =
    schema.maxLength !== undefined ||
    ['date', 'date-time'].includes(schema.format ?? '') ||
    /^\^[^*+]*\$$/.test(schema.pattern ?? '');
  return [
    ...(schema.type === 'string' && !isOneOf && !isBounded ? [place] : []),
    ...(schema.type === 'array' && schema.maxItems === undefined ? [`${place} (a list)`] : []),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => endless(one, place)),
    ...Object.entries(properties).flatMap(([name, one]) => endless(one, `${place} ${name}`)),
    ...(items ? endless(items, `${place} *`) : []),
    ...(typeof others === 'object' ? endless(others, `${place} *`) : []),
  ];
}

test('no call takes a text or a list without an end', () => {
  const found = routes.flatMap(({ method, path, params, query, body }) =>
    [params, query, body].flatMap((part) =>
      part ? endless(inputOf(part), `${method} ${path}`) : [],
    ),
  );
  expect(found).toEqual([
    // The server ignores these: the session says who the person is.
    'GET /api/hotels/filtered userId',
    'GET /api/hotels/filtered userRole',
    // The whole file is limited, and each body is then checked as a response.
    'POST /api/responses/import responses * body',
  ]);
});
