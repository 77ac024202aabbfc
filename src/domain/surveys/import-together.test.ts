import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { answerTypes, questionTypes } from '#domain/answers/answer-types.ts';
import { findHeadings } from '#domain/headed-table.ts';
import { mostSections, type fittingIn } from './fit-together.ts';
import { importTogether } from './import-together.ts';
import { withIds } from './placed-condition.ts';
import { readQuestionRow } from './question-import.ts';
import {
  questionFileHeadings,
  questionHeadings,
  questionRows,
  type SheetQuestion,
} from './question-sheet.ts';
import { evidenceNeeds } from './question.ts';

/** Reads a file whose first row are its headings. */
function importOf(
  rows: (string | number | null)[][],
  survey: Parameters<typeof fittingIn>[0] = [],
) {
  const [heading = [], ...cells] = rows.map((row) => row.map((cell) => String(cell ?? '')));
  const { columns } = findHeadings(heading, questionFileHeadings);
  const read = cells.map((row, index) => ({
    row: index + 2,
    ...readQuestionRow(row, columns, 7),
  }));
  const refused = read.flatMap((one) =>
    'problems' in one ? one.problems.map((problem) => ({ row: one.row, ...problem })) : [],
  );
  const { good, errors } = importTogether(
    read.flatMap((one) => ('question' in one ? [one] : [])),
    survey,
  );
  return { good, errors: [...refused, ...errors] };
}

const words = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .map((text) => text.trim().toWellFormed().replaceAll('\u0000', ''))
  .filter((text) => text.trim() !== '');
const draft = fc.record({
  text: words,
  type: fc.constantFrom(...questionTypes),
  hasCode: fc.boolean(),
  section: fc.constantFrom('', 'Front desk', 'Rooms'),
  guidance: fc.option(words, { nil: undefined }),
  critical: fc.boolean(),
  allowNa: fc.boolean(),
  evidence: fc.constantFrom(...evidenceNeeds),
  options: fc.array(
    fc.record({
      text: words,
      isCorrect: fc.boolean(),
      finding: fc.constantFrom(undefined, true, false),
    }),
    { minLength: 2, maxLength: 8 },
  ),
  conditions: fc.array(
    fc.record({
      parent: fc.nat(10),
      isNot: fc.boolean(),
      options: fc.uniqueArray(fc.nat(7), { minLength: 1 }),
    }),
    { maxLength: 3 },
  ),
});
type Draft = typeof draft extends fc.Arbitrary<infer D> ? D : never;

/** Makes questions of the drafts. Those that depend on others depend on earlier ones. */
function questionsOf(drafts: readonly Draft[]): SheetQuestion[] {
  const made: SheetQuestion[] = [];
  for (const { options, conditions, hasCode, guidance, critical, allowNa, ...one } of drafts) {
    const id = made.length + 1;
    const { hasOptions, isScored } = answerTypes[one.type];
    const { text, type, section, evidence } = one;
    const parents = made.filter(({ answers }) => answers.length > 0);
    const showIf = conditions.flatMap(({ parent, isNot, options: places }) => {
      const { id: questionId = 0, answers = [] } =
        parents[parent % Math.max(1, parents.length)] ?? {};
      const ids = [...new Set(places.map((place) => answers[place % answers.length]?.id ?? 0))];
      if (answers.length === 0) return [];
      return [isNot ? { questionId, isNot: ids } : { questionId, is: ids }];
    });
    made.push({
      ...{
        id,
        text,
        type,
        section,
        required: id % 2 === 0,
        order: id,
        weight: 1,
        kpeCategory: null,
      },
      code: hasCode ? `FO-${id}` : null,
      answers: (hasOptions ? options : []).map(({ finding, ...option }, place) => ({
        ...{ ...option, id: 10 * id + place, score: place },
        ...(finding !== undefined && { finding }),
      })),
      ...(guidance !== undefined && { guidance }),
      ...(critical && isScored && { critical: true }),
      ...(allowNa && { allowNa: true }),
      ...(evidence !== 'optional' && { evidence }),
      ...(showIf.length > 0 && { showIf }),
    });
  }
  return made;
}

test('what was written reads back as it was, with all rules and conditions', () => {
  let conditions = 0;
  fc.assert(
    fc.property(fc.array(draft, { minLength: 1, maxLength: 6 }), (drafts) => {
      const questions = questionsOf(drafts);
      const { good, errors } = importOf(questionRows(questions));
      expect(errors).toEqual([]);
      const among = questions.map(({ id = 0, answers }) => ({
        id,
        answers: answers.map((option) => ({ id: option.id ?? 0 })),
      }));
      const back = good.map(({ question, conditions: placed }) => {
        const showIf = withIds(placed, among);
        conditions += showIf.length;
        return { ...question, ...(showIf.length > 0 && { showIf }) };
      });
      expect(back).toEqual(
        questions.map(({ id: _, answers, ...question }) => ({
          ...{ ...question, surveyId: 7 },
          answers: answers.map(({ id: __, ...option }) => option),
        })),
      );
    }),
  );
  expect(conditions).toBeGreaterThan(10);
});

const plain: SheetQuestion = {
  ...{ text: 'Q', type: 'radio', required: true, order: 1, weight: 1, kpeCategory: null },
  answers: [
    { text: 'Yes', score: 1, isCorrect: false },
    { text: 'No', score: 0, isCorrect: false },
  ],
};

test('a further column is there only where a question needs it', () => {
  const none = { code: null, section: '', critical: false as never };
  expect(questionRows([{ ...plain, ...none }])[0]).toEqual(questionHeadings);
  expect(questionRows([{ ...plain, code: 'FO-012' }, plain])[0]).toEqual([
    ...questionHeadings,
    'Code',
  ]);
  const marked = [{ ...plain.answers[0]!, finding: false }, plain.answers[1]!];
  const [heading, row] = questionRows([{ ...plain, answers: marked, section: 'Rooms' }]);
  expect(heading?.slice(22)).toEqual(['Section', 'No Finding Answers']);
  expect(row?.slice(22)).toEqual(['Rooms', '1']);
});

describe('refused, by row and column', () => {
  type Cells = Record<string, string | number>;
  const usual = { Type: 'radio', 'Answer 1 Text': 'Yes', 'Answer 3 Text': 'No' };
  const problems = (survey: Parameters<typeof fittingIn>[0], ...rows: Cells[]) => {
    const filled = rows.map((row, place) => ({ 'Question Text': `Q${place}`, ...usual, ...row }));
    const headings = [...new Set(filled.flatMap((row) => Object.keys(row)))];
    const cells = filled.map((row: Cells) => headings.map((heading) => row[heading] ?? ''));
    return importOf([headings, ...cells], survey).errors.map(
      ({ row, column, error }) => `${row} ${column}: ${error}`,
    );
  };
  const first = { Order: 1 };
  const before = 'No question that is imported before this one has the order';

  test.each<[string, Cells[], string[]]>([
    [
      'a code twice',
      [{ Code: 'FO-1' }, { Code: 'fo-1' }],
      ['3 Code: Another question of this survey has this code'],
    ],
    [
      'no word of the list',
      [{ Critical: 'perhaps' }],
      ['2 Critical: Critical must be one of Yes, No'],
    ],
    [
      'evidence of no kind',
      [{ Evidence: 'film' }],
      ['2 Evidence: Evidence must be one of none, optional, on-finding, always'],
    ],
    [
      'a code that is too long',
      [{ Code: 'x'.repeat(41) }],
      ['2 Code: Code can have at most 40 characters'],
    ],
    [
      'critical words',
      [{ Type: 'text', 'Answer 1 Text': '', 'Answer 3 Text': '', Critical: 'Yes' }],
      ['2 Critical: A text question is not scored, so it cannot be critical'],
    ],
    [
      'an answer without text',
      [{ 'Finding Answers': '2' }],
      ['2 Finding Answers: Give the numbers of answers that have a text'],
    ],
    [
      'a finding that is none',
      [{ 'Finding Answers': '1', 'No Finding Answers': '3, 1' }],
      ['2 No Finding Answers: An answer is under Finding Answers as well'],
    ],
    [
      'no condition',
      [first, { 'Show If': 'always' }],
      [expect.stringContaining('3 Show If: Give the order number')],
    ],
    ['no such question', [first, { 'Show If': '4 = 1' }], [`3 Show If: ${before} 4`]],
    [
      'a later question',
      [{ ...first, 'Show If': '2 = 1' }, { Order: 2 }],
      [`2 Show If: ${before} 2`],
    ],
    ['itself', [{ ...first, 'Show If': '1 = 1' }], [`2 Show If: ${before} 1`]],
    [
      'a question that is refused itself',
      [{ ...first, Weight: 11 }, { 'Show If': '1 = 1' }],
      ['2 Weight: Weight must be from 1 to 10', `3 Show If: ${before} 1`],
    ],
    [
      'one of two',
      [first, first, { 'Show If': '1 = 1' }],
      ['4 Show If: More than one question has the order 1'],
    ],
    [
      'an answer that it lacks',
      [first, { 'Show If': '1 != 2' }],
      ['3 Show If: Question 1 has no answer 2'],
    ],
    [
      'more than five',
      [first, { 'Show If': Array.from({ length: 6 }, () => '1 = 1').join('; ') }],
      ['3 Show If: A question can have at most 5 conditions'],
    ],
  ])('%s', (_what, rows, expected) => {
    expect(problems([], ...rows)).toEqual(expected);
  });

  test('what the survey has already, and sections beyond the most', () => {
    const survey = Array.from({ length: mostSections - 1 }, (_, n) => ({
      section: `S${n}`,
      code: `C${n}`,
    }));
    const rows = [{ Code: 'c7' }, { Section: 'S3' }, { Section: 'New' }, { Section: 'Newer' }];
    expect(problems(survey, ...rows)).toEqual([
      '2 Code: Another question of this survey has this code',
      '5 Section: A survey can have at most 100 sections',
    ]);
  });
});
