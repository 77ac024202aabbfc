import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { idsSeenBy } from '#server/db/scope.ts';
import { endsOf, scopeOf } from './chosen-responses.ts';
import { markIds } from './highest-id.ts';
import { isKept, keepSums } from './kept-sums.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { idsOf } from './read-records.ts';
import { at } from './rolled-sums.ts';

/*
 * The marks of closed days and months, which each process keeps by the same versions as records of hotels
 * (`read-records.ts`). The statement that asks for them says which hold, and sends those that are not kept. What is kept is
 * of all surveys, brands and hotels. A consultant's are chosen from it for each call.
 */

/** What one edition's responses of one brand and stage say in a closed day or month. It does not depend on the range. */
export type MarksOfSums = {
  /** Names the day or month that has these marks of its brand and no others. */
  version: string;
  brand: string;
  surveyId: number;
  edition: number;
  /** The first day of the month in UTC. */
  month: string;
  stage: Stage | null;
  /** How many questions the edition has. */
  size: number;
  /** The hotel's id of each record, 0 for none. */
  hotels: Int32Array;
  highestHotel: number;
  /** For each question of each record, the marks of the hotel's responses, joined by "or". */
  marks: Uint8Array;
  /** For each mark, its `counts`. */
  counts: Uint32Array;
  /** The counts of all records together, for each question of the edition. */
  answered: Float64Array;
  findings: Float64Array;
  lost: Float64Array;
};

/** What `keptMarks` selects. */
export type KeptRow = {
  /** Names a day or month, or is `seen`. Null in rows that a statement adds. */
  version: string | null;
  surveyId: number;
  edition: number;
  /** Null where a day or month has no marks, or these are kept. */
  brand: string | null;
  month: string;
  stage: Stage | null;
  isNow: boolean;
  size: number;
  records: Buffer;
};

const bytesOfHotel = 4;
const bytesOfCounts = 4;

/** How many marks each record has: a multiple of four, so that four marks can be joined at once. */
export const stepOf = (size: number) => 4 * Math.ceil(size / 4);

/** What the counts of a mark say (`hotelMarks` in `db/roll-up-sums.ts`). */
export const answeredIn = (counts = 0): number => counts >>> 24;
export const findingsIn = (counts = 0): number => (counts >>> 16) & 0xff;
export const lostIn = (counts = 0): number => counts & 0xff_ff;

/** Keeps up to 192 MB: five bytes for each mark, and three numbers for each question. */
const marksOfProcess = keepSums<MarksOfSums[]>(192 * 1_024 * 1_024, (all) =>
  all.reduce(
    (sum, { hotels, size }) =>
      sum + hotels.byteLength + 5 * stepOf(size) * hotels.length + 24 * size,
    0,
  ),
);

/** The `version` of the row that has the ids of the hotels whose figures are asked for. */
const seen = 'seen';

/**
 * Returns what selects the marks of the closed `months` and `days` of a statement, and what makes marks of its rows. These
 * are of the surveys, brand and stage that the filter chooses, and of all hotels: `isSeen` has 1 at the ids of those that
 * are asked for, and is undefined when these are all.
 */
export function keptMarks(scope: Scope, filter: PreparedFilter) {
  const { begin } = endsOf(filter);
  const held = marksOfProcess.all();
  // A day or month whose marks are kept has one row without any.
  const ofUnit = (unit: 'month' | 'day') => sql`
    select version::text, survey_id, edition, hotel_brand as brand,
      date_trunc('month', made.${sql.ref(unit)})::date as month, hotel_stage as stage,
      lower(made.span) >= ${at(begin)} as is_now, size, marks.records
    from ${sql.table(`${unit}s`)} made left join ${sql.table(`rolled_${unit}_marks`)} marks
      on marks.${sql.ref(unit)} = made.${sql.ref(unit)} and not ${isKept(sql`version::text`, held)}`;
  const people = [scope, scopeOf(filter.consultantId)];
  const isOfSome = people.some(({ kind }) => kind !== 'all');
  const select = sql`${ofUnit('month')} union all ${ofUnit('day')}
    union all select ${seen}, null, null, null, null, null, null, null,
      (select coalesce(string_agg(int4send(id), ''), '') from ${idsSeenBy(people)} hotel)
    where ${isOfSome}`;
  const isChosen = ({ surveyId, brand, stage }: MarksOfSums) =>
    (filter.surveyId === undefined || surveyId === filter.surveyId) &&
    (filter.brand === undefined || brand === filter.brand) &&
    (filter.stage === undefined || stage === filter.stage);

  function take(rows: readonly KeptRow[]) {
    const hotels = rows.find(({ version }) => version === seen);
    const chosen = [...Map.groupBy(rows, ({ version }) => version)].flatMap(([version, read]) => {
      if (version === null || version === seen) return [];
      const known = held.get(version) ?? read.flatMap(marksOf);
      marksOfProcess.use(version, known);
      const isNow = read[0]?.isNow ?? true;
      return known.filter(isChosen).map((one) => ({ ...one, isNow }));
    });
    return { chosen, isSeen: hotels && markIds(idsOf(hotels.records)) };
  }
  return { select, take };
}

function marksOf({ version, brand, records, isNow: _, ...read }: KeptRow): MarksOfSums[] {
  if (version === null || brand === null) return [];
  const bytes = bytesOfCounts * read.size;
  const parts = partsOf(records, bytes, bytesOfCounts * stepOf(read.size));
  // The database writes the first byte first.
  const counts = new Uint32Array(parts.bytes.swap32().buffer);
  const joined = new Uint8Array(counts.length);
  for (let at = 0; at < counts.length; at += 1) {
    const one = counts[at];
    joined[at] = (answeredIn(one) && marks.answered) | (findingsIn(one) && marks.finding);
  }
  const { hotels, highestHotel } = parts;
  const row = { ...{ version, brand, hotels, highestHotel, marks: joined, counts }, ...read };
  return [{ ...row, ...totalsOf(row) }];
}

/** Adds up the counts of all records, or of those whose hotel `isSeen` has 1 for, for each question. */
export function totalsOf(
  { size, hotels, counts }: Pick<MarksOfSums, 'size' | 'hotels' | 'counts'>,
  isSeen?: Uint8Array,
) {
  const totals = () => new Float64Array(size);
  const [answered, findings, lost] = [totals(), totals(), totals()];
  for (let one = 0, from = 0; one < hotels.length; one += 1, from += stepOf(size)) {
    if (isSeen && isSeen[hotels[one] ?? 0] !== 1) continue;
    for (let place = 0; place < size; place += 1) {
      const ofMark = counts[from + place];
      answered[place] = (answered[place] ?? 0) + answeredIn(ofMark);
      findings[place] = (findings[place] ?? 0) + findingsIn(ofMark);
      lost[place] = (lost[place] ?? 0) + lostIn(ofMark);
    }
  }
  return { answered, findings, lost };
}

/** Takes the hotels' ids out of records, each of which has `size` bytes more, and returns these at each `step`. */
export function partsOf(records: Buffer, size: number, step: number) {
  const ofRecord = bytesOfHotel + size;
  const hotels = new Int32Array(records.length / ofRecord);
  const bytes = Buffer.from(new ArrayBuffer(hotels.length * step));
  let highestHotel = 0;
  for (let one = 0, from = 0; one < hotels.length; one += 1, from += ofRecord) {
    const hotel = records.readInt32BE(from);
    hotels[one] = hotel;
    highestHotel = Math.max(highestHotel, hotel);
    records.copy(bytes, one * step, from + bytesOfHotel, from + ofRecord);
  }
  return { hotels, highestHotel, bytes };
}
