import { z } from 'zod';

import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import { isCellError, tellCellError } from '#domain/cell-error.ts';
import { cellsOf, fromList, type Columns } from '#domain/headed-table.ts';
import { plural } from '#domain/plural.ts';
import { refusedRowsField } from '#domain/refused-rows.ts';
import {
  kpeCategories,
  mostQuestions,
  noCategory,
  optionsProblem,
  questionInputSchema,
} from './question.ts';
import {
  correctHeading,
  everyHeading,
  fieldHeadings,
  optionScore,
  optionSlots,
  optionText,
} from './question-sheet.ts';

/** Endings of the accepted files (rule 53). */
export const questionImportFormats = ['xlsx', 'xls'] as const;
/** The most bytes of a file. */
export const largestQuestionImport = 10 * 1024 * 1024;
/** Bytes of a .xlsx file once unpacked: far more than 5,000 questions with 8 answers each need. */
export const largestUnpackedImport = 32 * 1024 * 1024;
/** The most rows of a file, including its heading. */
export const mostQuestionRows = mostQuestions + 1;

/**
 * The reply of POST /api/surveys/{id}/questions/import. Good rows are imported together. For each
 * bad row it names the row's number as a spreadsheet shows it (the heading is 1) and the heading of
 * the column. Returns 400 at `file` when the file is no such workbook. Returns 409 when the survey
 * is archived, or would have more than {@link mostQuestions}.
 */
export const questionImportSchema = z.object({
  message: z.string(),
  results: z.object({
    success: z.int().describe('The number of imported questions.'),
    errors: z.array(z.object({ row: z.int(), column: z.string(), error: z.string() })),
  }),
  refusedRows: refusedRowsField,
});
export type QuestionImport = z.infer<typeof questionImportSchema>;
export type ImportedQuestion = z.output<typeof questionInputSchema>;
export type CellProblem = Omit<QuestionImport['results']['errors'][number], 'row'>;

/** Returns what an import did, in one sentence (rule 50). */
export function tellImport({ success, errors }: QuestionImport['results']): string {
  const imported = `${success} ${plural(success, 'question')} imported.`;
  const count = `${errors.length} ${plural(errors.length, 'error')}`;
  return errors.length === 0 ? imported : `${imported} ${count} occurred.`;
}

/**
 * Returns a row as a question of this survey, or everything that is wrong with it, by column. A
 * blank cell gets the default, a blank option is skipped, and items of a list may be in any case.
 */
export function readQuestionRow(
  row: readonly string[],
  columns: Columns<string>,
  surveyId: number,
): { question: ImportedQuestion } | { problems: CellProblem[] } {
  const cell: Cell = cellsOf(row, columns);
  const given = readCells(cell);
  const read = questionInputSchema.safeParse({ surveyId, ...given });
  const told = [...errorCells(cell), ...unknownWords(cell), ...strayOptions(cell, given)];
  const others = [...againstSchema(read.error), ...wrongOptions(given)];
  const untold = others.filter(({ column }) => !told.some((one) => one.column === column));
  const problems = [...told, ...untold];
  return read.success && problems.length === 0 ? { question: read.data } : { problems };
}

/**
 * Returns the questions in the order of the Order column. Those without a number come last; equal
 * numbers keep the order of their rows.
 */
export function inGivenOrder(questions: readonly ImportedQuestion[]): ImportedQuestion[] {
  const place = ({ order }: ImportedQuestion) => order ?? Number.MAX_SAFE_INTEGER;
  return questions.toSorted((a, b) => place(a) - place(b));
}

type Cell = (heading: string) => string;

/** The columns whose cells must be items of a list, and those items. */
const lists: Readonly<Record<string, readonly string[]>> = {
  [fieldHeadings.type]: questionTypes,
  [fieldHeadings.required]: ['Yes', 'No'],
  [fieldHeadings.kpeCategory]: [noCategory, ...kpeCategories],
};
/** What spreadsheets and people write for Yes and No. */
const booleans: ReadonlyMap<string, string> = new Map([
  ['true', 'Yes'],
  ['y', 'Yes'],
  ['1', 'Yes'],
  ['false', 'No'],
  ['n', 'No'],
  ['0', 'No'],
]);

type Given = ReturnType<typeof readCells>;

function readCells(cell: Cell) {
  const correct = readSlots(cell(correctHeading));
  return {
    text: cell(fieldHeadings.text),
    type: fromList(questionTypes, cell(fieldHeadings.type)),
    required: listed(cell, fieldHeadings.required) === 'Yes',
    order: readNumber(cell(fieldHeadings.order)),
    weight: readNumber(cell(fieldHeadings.weight)),
    kpeCategory: listed(cell, fieldHeadings.kpeCategory) ?? noCategory,
    answers: optionSlots.map((slot) => ({
      text: cell(optionText(slot)),
      score: readNumber(cell(optionScore(slot))) ?? 0,
      isCorrect: correct.includes(slot),
    })),
  };
}

function listed(cell: Cell, heading: string): string | undefined {
  const text = cell(heading);
  const word = heading === fieldHeadings.required ? booleans.get(text.toLowerCase()) : undefined;
  return fromList(lists[heading] ?? [], word ?? text);
}

/**
 * Returns the number in a cell. It is NaN for other text, which the schema refuses, and undefined
 * for a blank cell.
 */
function readNumber(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

function readSlots(text: string): number[] {
  return text === '' ? [] : text.split(/[\s,;.]+/).map(Number);
}

function errorCells(cell: Cell): CellProblem[] {
  return everyHeading.flatMap((column) => {
    const error = tellCellError(column, cell(column));
    return error === undefined ? [] : [{ column, error }];
  });
}

function unknownWords(cell: Cell): CellProblem[] {
  return Object.entries(lists)
    .filter(([column]) => cell(column) !== '' && listed(cell, column) === undefined)
    .filter(([column]) => !isCellError(cell(column)))
    .map(([column, list]) => ({ column, error: `${column} must be one of ${list.join(', ')}` }));
}

/** Returns the problems of options without text that have points or are marked as correct. */
function strayOptions(cell: Cell, { answers }: Given): CellProblem[] {
  const empty = optionSlots.filter((slot) => answers[slot - 1]?.text === '');
  const scored = empty.filter((slot) => answers[slot - 1]?.score !== 0);
  const marked = readSlots(cell(correctHeading));
  const stray = marked.some((slot) => !optionSlots.includes(slot) || empty.includes(slot));
  return [
    ...scored.map((slot) => ({
      column: optionText(slot),
      error: `Answer ${slot} has a score, but no text`,
    })),
    ...(stray
      ? [{ column: correctHeading, error: 'Give the numbers of answers that have a text' }]
      : []),
  ];
}

/** Returns a problem when there are too few or too many options, or a text question has some. */
function wrongOptions({ type, answers }: Given): CellProblem[] {
  const count = answers.filter(({ text }) => text !== '').length;
  const error = type === undefined ? null : optionsProblem(type, count);
  if (type === undefined || error === null) return [];
  const place = answers.findIndex(({ text }) => (text === '') === answerTypes[type].hasOptions) + 1;
  return [{ column: optionText(place), error }];
}

function againstSchema(error: z.ZodError | undefined): CellProblem[] {
  return (error?.issues ?? []).flatMap(({ path, message }) => {
    const column = headingOf(path);
    return column === null ? [] : [{ column, error: message }];
  });
}

/**
 * Returns the heading of the column that a field was read from. The number of options has none:
 * {@link wrongOptions} reports that.
 */
function headingOf([field, index, part]: readonly PropertyKey[]): string | null {
  if (field === 'answers') {
    if (typeof index !== 'number') return null;
    return part === 'score' ? optionScore(index + 1) : optionText(index + 1);
  }
  return Object.hasOwn(fieldHeadings, String(field))
    ? fieldHeadings[field as keyof typeof fieldHeadings]
    : null;
}
