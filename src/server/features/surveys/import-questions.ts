import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

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
import {
  findQuestionColumns,
  questionHeadings,
  questionSheet,
  type QuestionColumns,
} from '#domain/surveys/question-sheet.ts';
import type { Db } from '#server/db/transaction.ts';
import { readTable } from '#server/files/read-table.ts';
import type { UploadedFile } from '#server/http/receive-upload.ts';
import { invalid } from '#server/problems.ts';
import { requireRoom } from './change-question.ts';
import { changeSurvey } from './change-survey.ts';
import { insertQuestions } from './write-questions.ts';

export type QuestionTable = { columns: QuestionColumns; rows: string[][]; firstRow: number };

/** Reads a workbook as far as its heading; the rows are judged when it is known for which survey. */
export async function readQuestionTable(file: UploadedFile): Promise<QuestionTable> {
  const { rows } = await readTable(
    { name: file.name, bytes: await readFile(file.path) },
    {
      formats: questionImportFormats,
      sheet: questionSheet,
      maxRows: mostQuestionRows,
      maxColumns: 4 * questionHeadings.length,
      largestUnpacked: largestUnpackedImport,
    },
  );
  const heading = rows.findIndex((row) => row.length > 0);
  const { columns, missing } = findQuestionColumns(rows[heading] ?? []);
  if (missing.length > 0) {
    const names = missing.map((name) => `"${name}"`).join(', ');
    throw invalid('file', `The first row has no heading ${names}`);
  }
  const questions = rows.slice(heading + 1);
  if (questions.length === 0) throw invalid('file', 'There is no question below the headings');
  return { columns, rows: questions, firstRow: heading + 2 };
}

/** Adds the good rows after the survey's questions, all or none of them, and tells the bad ones. */
export async function importQuestions(
  tx: Db,
  surveyId: number,
  table: QuestionTable,
): Promise<QuestionImport> {
  const { good, errors } = await judgeRows(table, surveyId);
  await changeSurvey(tx, surveyId, async () => {
    const count = await requireRoom(tx, surveyId, good.length);
    await insertQuestions(tx, surveyId, count + 1, inGivenOrder(good));
  });
  const results = { success: good.length, errors };
  return { message: tellImport(results), results };
}

/** In portions, so that a long file keeps nobody else waiting. */
const portion = 200;

async function judgeRows({ columns, rows, firstRow }: QuestionTable, surveyId: number) {
  const good: ImportedQuestion[] = [];
  const errors: QuestionImport['results']['errors'] = [];
  for (const [index, cells] of rows.entries()) {
    if (index % portion === portion - 1) await setImmediate();
    if (cells.length === 0) continue;
    const read = readQuestionRow(cells, columns, surveyId);
    if ('question' in read) good.push(read.question);
    else for (const problem of read.problems) errors.push({ row: firstRow + index, ...problem });
  }
  return { good, errors };
}
