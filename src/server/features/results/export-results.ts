import { consultantRole } from '#domain/people/roles.ts';
import type { Scope } from '#domain/people/person.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import type { TableForm } from '#domain/table-file.ts';
import type { Editions } from '#server/db/responses/editions.ts';
import type { Db } from '#server/db/statements/transaction.ts';
import { tableFile } from '#server/files/table-file.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { batchesOfResponses, hasUpheld, type StoredRow } from './row-queries.ts';
import { ruleColumns } from './rule-columns.ts';

/** A column of the file: its heading (rule 54) and the function that reads its value from a row. */
type Column = [heading: string, of: (row: StoredRow, dayOf: DayOf) => string | number | null];
/**
 * Returns a moment's date in the installation's time zone. Dates in files are the same for
 * everybody (rule 46).
 */
type DayOf = (moment: number) => string;

const columns: Column[] = [
  ['Date', (row, dayOf) => dayOf(Date.parse(row.completedAt))],
  ['Survey', (row) => row.surveyTitle],
  ['Respondent Name', (row) => row.respondentName],
  ['Job Title', (row) => row.respondentJobTitle],
  ['Hotel Name', (row) => row.hotelName],
  ['Hotel Brand', (row) => row.hotelBrand],
  ['Hotel Address', (row) => row.hotelAddress],
  [consultantRole, (row) => row.consultantName],
  ['Total Score', (row) => row.totalScore],
  ['Max Score', (row) => row.maxScore],
  // Null when the maximum is 0: such a response is not scored, which is not the same as 0%.
  ['Percentage', (row) => percentOf(row)],
  ['Notes', (row) => row.notes],
  // The columns of the file are fixed, so this one also marks the responses that do not count. A sum of the other
  // columns should leave these rows out.
  ['Sync Status', (row) => (row.counts ? row.syncStatus : `${row.syncStatus}, not counted yet`)],
];

/** Columns at the end of the file when the query has `ids=1`, so that programs can join the rows to other data. */
const idColumns: Column[] = [
  ['Response ID', (row) => row.id],
  ['Survey ID', (row) => row.surveyId],
  ['Hotel ID', (row) => row.hotelId],
];

/** The column that is added when an appeal of one of the chosen responses was upheld. */
const appealColumn: Column = [
  'Percentage before Appeal',
  ({ beforeAppeal }) => beforeAppeal && percentOf(beforeAppeal),
];

const headingsOf = (some: readonly Column[]) => some.map(([heading]) => heading);

/**
 * Returns a file of all filtered responses within scope, the latest first. Only Admins get the consultant's column.
 * The columns for codes, rules of scoring, appeals and ids come after those of rule 54.
 */
export async function exportResults(
  { db, editions }: { db: Db; editions: Editions },
  scope: Scope,
  filter: PreparedFilter,
  {
    byConsultant,
    dayOf,
    form,
    ids,
  }: { byConsultant: boolean; dayOf: DayOf; form: TableForm; ids: boolean },
): Promise<ReturnType<typeof tableFile>> {
  const own = columns.filter(([heading]) => byConsultant || heading !== consultantRole);
  const rules = await ruleColumns({ db, editions }, scope, filter);
  const upheld = await hasUpheld(db, scope, filter);
  const added = [...(upheld ? [appealColumn] : []), ...(ids ? idColumns : [])];
  const withAnswers = rules.headings.length > 0;
  async function* rows() {
    for await (const batch of batchesOfResponses(db, scope, filter, withAnswers))
      yield batch.map((row) => [
        ...own.map(([, of]) => of(row, dayOf)),
        ...rules.cellsOf(row),
        ...added.map(([, of]) => of(row, dayOf)),
      ]);
  }
  return tableFile(form, {
    name: 'survey-results',
    sheet: 'Responses',
    head: [...headingsOf(own), ...rules.headings, ...headingsOf(added)],
    batches: rows(),
  });
}
