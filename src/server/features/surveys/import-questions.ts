import { importTogether } from '#domain/surveys/import-together.ts';
import {
  largestUnpackedImport,
  mostQuestionRows,
  questionImportFormats,
  readQuestionRow,
  importSentence,
  type QuestionImport,
  type ReadQuestion,
} from '#domain/surveys/question-import.ts';
import {
  instructionsSheet,
  questionFileHeadings,
  questionSheet,
} from '#domain/surveys/question-sheet.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { filledRows, readHeadedTable, type HeadedTable } from '#server/files/read-headed-table.ts';
import { refusedRows } from '#server/files/refused-rows.ts';
import { unreadParts } from '#server/files/unread-parts.ts';
import type { UploadedFile } from '#server/http/receive-upload.ts';
import { invalid } from '#server/problems.ts';
import { refuseTooMany } from './change-question.ts';
import { changeSurvey } from './change-survey.ts';
import { insertPlaced } from './insert-placed.ts';
import { listParts } from './sections.ts';

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
  const read = await readRows(table, surveyId);
  const results = await changeSurvey(tx, surveyId, async () => {
    const { good, errors } = importTogether(read.rows, await listParts(tx, surveyId));
    const count = await refuseTooMany(tx, surveyId, good.length);
    await insertPlaced(tx, surveyId, count + 1, good);
    const all = [...read.errors, ...errors].toSorted((a, b) => a.row - b.row);
    return { success: good.length, errors: all };
  });
  const { errors } = results;
  const { unreadColumns, unreadSheets } = unreadParts(table);
  const reasons = errors.map(({ row, column, error }) => ({ row, error: `${column}: ${error}` }));
  return {
    message: importSentence(results),
    results,
    refusedRows: await refusedRows(table, questionSheet, reasons),
    unreadColumns,
    unreadSheets: unreadSheets.filter((sheet) => sheet !== instructionsSheet),
  };
}

/** Reads each row by itself. Whether the rows fit together is judged once the survey is locked. */
async function readRows(table: QuestionTable, surveyId: number) {
  const rows: (ReadQuestion & { row: number })[] = [];
  const errors: QuestionImport['results']['errors'] = [];
  for await (const { row, cells } of filledRows(table)) {
    const read = readQuestionRow(cells, table.columns, surveyId);
    if ('question' in read) rows.push({ ...read, row });
    else for (const problem of read.problems) errors.push({ row, ...problem });
  }
  return { rows, errors };
}
