import {
  inGivenOrder,
  largestUnpackedImport,
  mostQuestionRows,
  questionImportFormats,
  readQuestionRow,
  tellImport,
  type ImportedQuestion,
  type QuestionImport,
} from '#domain/surveys/question-import.ts';
import { questionFileHeadings, questionSheet } from '#domain/surveys/question-sheet.ts';
import type { Db } from '#server/db/transaction.ts';
import { filledRows, readHeadedTable, type HeadedTable } from '#server/files/read-headed-table.ts';
import { refusedRows } from '#server/files/refused-rows.ts';
import type { UploadedFile } from '#server/http/receive-upload.ts';
import { invalid } from '#server/problems.ts';
import { refuseTooMany } from './change-question.ts';
import { changeSurvey } from './change-survey.ts';
import { insertQuestions } from './write-questions.ts';

export type QuestionTable = HeadedTable<string>;

/**
 * Reads a workbook and finds its headings. {@link importQuestions} judges the rows, when the survey
 * is known.
 */
export async function readQuestionTable(file: UploadedFile): Promise<QuestionTable> {
  const table = await readHeadedTable(file, questionFileHeadings, {
    formats: questionImportFormats,
    sheet: questionSheet,
    maxRows: mostQuestionRows,
    largestUnpacked: largestUnpackedImport,
  });
  if (table.rows.length === 0) throw invalid('file', 'There is no question below the headings');
  return table;
}

/**
 * Adds the good rows after the survey's questions, all or none of them, and returns the reasons why
 * the others were refused.
 */
export async function importQuestions(
  tx: Db,
  surveyId: number,
  table: QuestionTable,
): Promise<QuestionImport> {
  const { good, errors } = await judgeRows(table, surveyId);
  await changeSurvey(tx, surveyId, async () => {
    const count = await refuseTooMany(tx, surveyId, good.length);
    await insertQuestions(tx, surveyId, count + 1, inGivenOrder(good));
  });
  const results = { success: good.length, errors };
  const reasons = errors.map(({ row, column, error }) => ({ row, error: `${column}: ${error}` }));
  return {
    message: tellImport(results),
    results,
    refusedRows: await refusedRows(table, questionSheet, reasons),
  };
}

async function judgeRows(table: QuestionTable, surveyId: number) {
  const good: ImportedQuestion[] = [];
  const errors: QuestionImport['results']['errors'] = [];
  for await (const { row, cells } of filledRows(table)) {
    const read = readQuestionRow(cells, table.columns, surveyId);
    if ('question' in read) good.push(read.question);
    else for (const problem of read.problems) errors.push({ row, ...problem });
  }
  return { good, errors };
}
