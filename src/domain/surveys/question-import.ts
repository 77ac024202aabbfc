import { z } from 'zod';

import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import { describeCellError, withoutMark } from '#domain/cell-error.ts';
import { cellsOf, fromList, type Columns } from '#domain/headed-table.ts';
import { plural } from '#domain/plural.ts';
import { refusedRowsField } from '#domain/refused-rows.ts';
import { asCode } from '#domain/text.ts';
import { unreadFields } from '#domain/unread-parts.ts';
import {
  evidenceNeeds,
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
  findingHeading,
  furtherHeadings,
  noFindingHeading,
  optionScore,
  optionSlots,
  optionText,
} from './question-sheet.ts';
import { readShowIf, type ShowIf } from './show-if.ts';

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
 * the column. Returns 400 at `file` when the file is no such workbook, or has the same heading twice. Returns 409 when the survey
 * is archived, or would have more than {@link mostQuestions}.
 */
export const questionImportSchema = z.object({
  message: z.string(),
  results: z.object({
    success: z.int().describe('The number of imported questions.'),
    errors: z.array(z.object({ row: z.int(), column: z.string(), error: z.string() })),
  }),
  refusedRows: refusedRowsField,
  ...unreadFields,
});
export type QuestionImport = z.infer<typeof questionImportSchema>;
export type ImportedQuestion = z.output<typeof questionInputSchema>;
export type CellProblem = Omit<QuestionImport['results']['errors'][number], 'row'>;

/** Returns what an import did, in one sentence (rule 50). */
export function importSentence({ success, errors }: QuestionImport['results']): string {
  const imported = `${success} ${plural(success, 'question')} imported.`;
  const count = `${errors.length} ${plural(errors.length, 'error')}`;
  return errors.length === 0 ? imported : `${imported} ${count} occurred.`;
}

/** A question that was read from a row. Its conditions name other rows, so they are resolved later. */
export type ReadQuestion = {
  question: ImportedQuestion;
  /** The numbers that the row's answers have in the file. Those of blank ones are missing. */
  slots: number[];
  showIf: ShowIf[];
};

/**
 * Returns a row as a question of this survey, or everything that is wrong with it, by column. A
 * blank cell gets the default, a blank option is skipped, and items of a list may be in any case.
 */
export function readQuestionRow(
  row: readonly string[],
  columns: Columns<string>,
  surveyId: number,
): ReadQuestion | { problems: CellProblem[] } {
  const written = cellsOf(row, columns);
  const cell: Cell = (heading) => withoutMark(written(heading));
  const given = readCells(cell);
  const read = questionInputSchema.safeParse({ surveyId, ...given });
  const showIf = readShowIf(cell(furtherHeadings.showIf));
  const marks = markHeadings.flatMap((heading) => strayMarks(cell, heading, given));
  const inCells = [
    ...errorCells(written),
    ...unknownWords(cell),
    ...strayScores(given),
    ...marks,
    ...(showIf === null ? [{ column: furtherHeadings.showIf, error: showIfForm }] : []),
  ];
  const others = [...againstSchema(read.error), ...wrongOptions(given)];
  // A cell that already has a problem gets no second one.
  const inOtherCells = others.filter(({ column }) => !inCells.some((one) => one.column === column));
  const problems = [...inCells, ...inOtherCells];
  if (!read.success || problems.length > 0) return { problems };
  const slots = optionSlots.filter((slot) => given.answers[slot - 1]?.text !== '');
  return { question: read.data, slots, showIf: showIf ?? [] };
}

type Cell = (heading: string) => string;

/** The columns whose cells must be items of a list, and those items. */
const yesOrNo = ['Yes', 'No'] as const;
const lists: Readonly<Record<string, readonly string[]>> = {
  [fieldHeadings.type]: questionTypes,
  [fieldHeadings.required]: yesOrNo,
  [fieldHeadings.kpeCategory]: [noCategory, ...kpeCategories],
  [furtherHeadings.critical]: yesOrNo,
  [furtherHeadings.allowNa]: yesOrNo,
  [furtherHeadings.evidence]: evidenceNeeds,
};
/** The columns that mark answers by their numbers. */
const markHeadings = [correctHeading, findingHeading, noFindingHeading];
const showIfForm =
  'Give the order number of an earlier question and the numbers of its answers, as in 3 = 1, 2 or 3 != 1';
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
  const marked = (heading: string) => readSlots(cell(heading));
  const correct = marked(correctHeading);
  const findings = new Map([
    ...marked(noFindingHeading).map((slot) => [slot, false] as const),
    ...marked(findingHeading).map((slot) => [slot, true] as const),
  ]);
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
      ...(findings.has(slot) && { finding: findings.get(slot) }),
    })),
    code: cell(furtherHeadings.code),
    section: cell(furtherHeadings.section),
    ...readRules(cell),
  };
}

/** Returns the rules of a question, without those that have their default. */
function readRules(cell: Cell) {
  const guidance = cell(furtherHeadings.guidance);
  const evidence = listed(cell, furtherHeadings.evidence);
  return {
    ...(guidance !== '' && { guidance }),
    ...(listed(cell, furtherHeadings.critical) === 'Yes' && { critical: true }),
    ...(listed(cell, furtherHeadings.allowNa) === 'Yes' && { allowNa: true }),
    ...(evidence !== undefined && { evidence }),
  };
}

function listed(cell: Cell, heading: string): string | undefined {
  const text = cell(heading);
  const list = lists[heading] ?? [];
  const word = list === yesOrNo ? booleans.get(text.toLowerCase()) : undefined;
  return fromList(list, word ?? text);
}

/**
 * Returns the whole number in a cell. It is NaN for other text, which the schema refuses, and
 * undefined for a blank cell.
 *
 * Only digits count. `Number()` would read "1.000" as 1, which is a thousand in German and Spanish
 * notation, and "0x10" as 16. A cell that is a number arrives here as its digits: 5, never 5.0.
 */
function readNumber(text: string): number | undefined {
  const digits = asCode(text);
  if (digits === '') return undefined;
  return /^-?\d+$/.test(digits) ? Number(digits) : NaN;
}

function readSlots(text: string): number[] {
  return text === '' ? [] : text.split(/[\s,;.]+/).map((slot) => readNumber(slot) ?? NaN);
}

function errorCells(cell: Cell): CellProblem[] {
  return everyHeading.flatMap((column) => {
    const error = describeCellError(column, cell(column));
    return error === undefined ? [] : [{ column, error }];
  });
}

function unknownWords(cell: Cell): CellProblem[] {
  return Object.entries(lists)
    .filter(([column]) => cell(column) !== '' && listed(cell, column) === undefined)
    .filter(([column]) => describeCellError(column, cell(column)) === undefined)
    .map(([column, list]) => ({ column, error: `${column} must be one of ${list.join(', ')}` }));
}

const emptySlots = ({ answers }: Given) =>
  optionSlots.filter((slot) => answers[slot - 1]?.text === '');

/** Returns the problems of options without text that have points. */
function strayScores(given: Given): CellProblem[] {
  return emptySlots(given)
    .filter((slot) => given.answers[slot - 1]?.score !== 0)
    .map((slot) => ({
      column: optionText(slot),
      error: `Answer ${slot} has a score, but no text`,
    }));
}

/** Returns a problem when the column marks options without text, or as finding and as none. */
function strayMarks(cell: Cell, heading: string, given: Given): CellProblem[] {
  const marked = readSlots(cell(heading));
  const empty = emptySlots(given);
  if (marked.some((slot) => !optionSlots.includes(slot) || empty.includes(slot)))
    return [{ column: heading, error: 'Give the numbers of answers that have a text' }];
  const isBoth =
    heading === noFindingHeading &&
    readSlots(cell(findingHeading)).some((one) => marked.includes(one));
  return isBoth ? [{ column: heading, error: `An answer is under ${findingHeading} as well` }] : [];
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
  const headings: Readonly<Record<string, string>> = { ...fieldHeadings, ...furtherHeadings };
  return Object.hasOwn(headings, String(field)) ? (headings[String(field)] ?? null) : null;
}
