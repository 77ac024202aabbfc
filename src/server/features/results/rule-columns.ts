import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { askedQuestions } from '#domain/responses/ask.ts';
import { remarksOf, type Remark } from '#domain/responses/remarks.ts';
import { namesFindings } from '#domain/scoring/finding.ts';
import type { ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { chosen } from './chosen-responses.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import type { StoredRow } from './row-queries.ts';

/** What the columns below read from: a row with its answers. */
type Row = Pick<StoredRow, 'surveyId' | 'edition' | 'causes'> & {
  answers?: ScoredAnswer[];
  asked?: number[] | null;
};
type Told = { causes: StoredRow['causes']; remarks: readonly Remark[] };
type Column = { heading: string; of: (told: Told) => string };

const isFinding = ({ mark }: Remark) => mark === 'Finding' || mark === 'Critical finding';
const isLeftOut = ({ mark }: Remark) => mark === 'Not applicable' || mark === 'Waived';
const list = (words: readonly string[]) => words.join('; ');

const columns = {
  causes: {
    heading: 'Causes',
    of: ({ causes }) => list(causes.map((cause) => cause.replace('category:', ''))),
  },
  findings: {
    heading: 'Findings',
    of: ({ remarks }) => list(remarks.filter(isFinding).map(inWords)),
  },
  na: {
    heading: 'Not Applicable',
    of: ({ remarks }) => list(remarks.filter(isLeftOut).map(inWords)),
  },
  notes: {
    heading: 'Answer Notes',
    of: ({ remarks }) =>
      list(remarks.filter(({ note }) => note !== '').map(({ name, note }) => `${name}: ${note}`)),
  },
} satisfies Record<string, Column>;

/** Returns "FO-012 (critical, Front desk)". */
function inWords({ name, section, mark }: Remark): string {
  const why = { 'Critical finding': 'critical', Waived: 'waived' } as Partial<
    Record<string, string>
  >;
  const about = [mark !== null && why[mark], section].filter(Boolean).join(', ');
  return about ? `${name} (${about})` : name;
}

/**
 * Returns the columns that codes, sections and rules of scoring add to the file of results, and a function that
 * returns their cells. A column is left out when none of the chosen responses uses it, so the file of surveys without
 * codes and rules has only the columns that it always had.
 */
export async function ruleColumns(
  { db, editions }: { db: Db; editions: Editions },
  scope: Scope,
  filter: PreparedFilter,
): Promise<{ headings: string[]; cellsOf: (row: Row) => string[] }> {
  const uses = await usesByEdition(db, scope, filter);
  const asked = new Map<string, Edition>();
  for (const { surveyId, edition } of uses) {
    const found = await editions.find(db, surveyId, edition);
    if (found) asked.set(`${surveyId}/${edition}`, found);
  }
  const isNamed = [...asked.values()].some(({ questions, rules }) =>
    namesFindings(questions, rules),
  );
  const shown: Column[] = [
    ...(isNamed ? [columns.causes, columns.findings] : []),
    ...(uses.some(({ na }) => na) ? [columns.na] : []),
    ...(uses.some(({ notes }) => notes) ? [columns.notes] : []),
  ];
  const remarksIn = ({ surveyId, edition, answers = [], asked: only = null }: Row) => {
    const { questions, rules } = asked.get(`${surveyId}/${edition}`) ?? { questions: [] };
    return remarksOf(askedQuestions(questions, { answers, asked: only }, rules));
  };
  return {
    headings: shown.map(({ heading }) => heading),
    cellsOf: (row) => {
      if (shown.length === 0) return [];
      const told = { causes: row.causes, remarks: remarksIn(row) };
      return shown.map(({ of }) => of(told));
    },
  };
}

/** Returns the editions of the chosen responses, and whether any response of each has a note or N/A. */
function usesByEdition(db: Db, scope: Scope, filter: PreparedFilter) {
  return db
    .selectFrom('responses as response')
    .select([
      'response.surveyId',
      'response.edition',
      sql<boolean>`bool_or(response.na <> '{}')`.as('na'),
      sql<boolean>`bool_or(response.noted)`.as('notes'),
    ])
    .where(chosen(scope, filter))
    .groupBy(['response.surveyId', 'response.edition'])
    .execute();
}
