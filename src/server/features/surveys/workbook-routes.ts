import { idParams } from '#domain/identity.ts';
import { largestQuestionImport, questionImportSchema } from '#domain/surveys/question-import.ts';
import { xlsxMediaType } from '#server/files/write-table.ts';
import { defineRoute } from '#server/http/route.ts';
import { fileAnswer, sendFile } from '#server/http/send-file.ts';
import { notFound } from '#server/problems.ts';
import { importQuestions, readQuestionTable } from './import-questions.ts';
import { findSurveyWithQuestions } from './queries.ts';
import { questionTemplate, questionWorkbook } from './question-workbook.ts';

const template = defineRoute({
  method: 'GET',
  path: '/api/surveys/{id}/questions/template',
  summary: 'The workbook to fill in for an import, with examples that can be imported',
  who: 'surveys.build',
  params: idParams,
  answer: fileAnswer(xlsxMediaType),
  run: async ({ db, params, reply }) => {
    const survey = await findSurveyWithQuestions(db, params.id, { archived: true });
    if (!survey) throw notFound('The survey');
    return sendFile(reply, {
      name: `Survey_${params.id}_Questions_Template.xlsx`,
      mediaType: xlsxMediaType,
      content: await questionTemplate(survey.questions),
    });
  },
});

const exportAll = defineRoute({
  method: 'GET',
  path: '/api/surveys/{id}/questions/export',
  summary: "The survey's questions as a workbook, to be edited and imported into another survey",
  who: 'surveys.build',
  params: idParams,
  answer: fileAnswer(xlsxMediaType),
  run: async ({ db, params, reply }) => {
    const survey = await findSurveyWithQuestions(db, params.id, { archived: true });
    if (!survey) throw notFound('The survey');
    return sendFile(reply, {
      name: `Survey_${params.id}_Questions.xlsx`,
      mediaType: xlsxMediaType,
      content: await questionWorkbook(survey.questions),
    });
  },
});

const importFile = defineRoute({
  method: 'POST',
  path: '/api/surveys/{id}/questions/import',
  summary: "Import a workbook's questions to the end of the survey; the reply lists bad rows",
  who: 'surveys.build',
  audit: 'survey.questions-imported',
  repeat: 'request-key',
  params: idParams,
  upload: { largest: largestQuestionImport, read: readQuestionTable },
  answer: questionImportSchema,
  refuses: {
    409: 'The survey is archived.',
  },
  run: async ({ db, params, upload, record }) => {
    const outcome = await importQuestions(db, params.id, upload);
    const { success, errors } = outcome.results;
    await record(params.id, { surveyId: params.id, imported: success, refused: errors.length });
    return outcome;
  },
});

export const questionWorkbookRoutes = [template, exportAll, importFile];
