import { sql } from 'kysely';

import type { Scope } from '#domain/people/person.ts';
import { marks } from '#domain/results/repeat-finding.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import { idsSeenBy } from '#server/db/people/scope.ts';
import { noHotel } from '#server/db/results/hotel-records.ts';
import { approvedRounds, idsOfApproved, type ApprovedRounds } from './approved-rounds.ts';
import { endsOf, scopeOfConsultant } from './chosen-responses.ts';
import { idsOf, markIds } from './id-lists.ts';
import { isKept, keepSums } from './kept-sums.ts';
import type { PreparedFilter } from './prepare-filter.ts';
import { at } from './rolled-sums.ts';

/*
 * Keeps the marks of closed days and months in memory, under the same versions as the records of hotels
 * (`read-records.ts`). A mark says whether a question was answered, and whether it was a finding
 * (`repeat-finding.ts`). In a closed day or month, a mark is of one question at one hotel in one round, with counts
 * of the answers, the findings and the lost points.
 *
 * The statement that reads marks returns the version of each closed day and month whose sums are valid. It sends the
 * marks only if this process does not have them yet. What the process keeps is of all surveys, brands and hotels;
 * each call chooses from it what its filter and scope allow.
 */

/**
 * The marks of one edition's responses of one brand and stage in a closed day or month. They do not depend on the
 * range.
 */
export type MarksOfSums = {
  /** The version of the day or month, and the name of the rounds that were chosen. Other marks always have another one. */
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
  /** The round's id of each record, 0 for none. Null if an earlier release made the sums. */
  rounds: Int32Array | null;
  /** For each question of each record, the marks of the hotel's responses, joined by "or". */
  marks: Uint8Array;
  /** For each mark, its three counts in one number (`answeredIn`, `findingsIn`, `lostIn`). */
  counts: Uint32Array;
  /** The counts of all records together, for each question of the edition. */
  answered: Float64Array;
  findings: Float64Array;
  lost: Float64Array;
};

/** A row that the SQL of `keptMarks` selects, or that the caller's statement adds to these. */
export type KeptRow = {
  /**
   * The version of a day or month, `seen` for the row of the hotels' ids, or `approved` for that of the rounds' ids.
   * Null in rows that the caller adds.
   */
  version: string | null;
  surveyId: number;
  edition: number;
  /** Null when the day or month has no marks, or the process keeps them already. */
  brand: string | null;
  month: string;
  stage: Stage | null;
  isNow: boolean;
  size: number;
  records: Buffer;
  rounds: Buffer | null;
};

const bytesOfHotel = 4;
const bytesOfCounts = 4;

/**
 * Returns the highest id of the hotels; 0 when there is none. Callers need it to size arrays that have a place for
 * each id.
 */
export const highestOf = (rows: readonly Pick<MarksOfSums, 'highestHotel'>[]) =>
  rows.reduce((most, { highestHotel }) => Math.max(most, highestHotel), 0);

/** How many marks each record has: a multiple of four, so that four marks can be joined at once. */
export const stepOf = (size: number) => 4 * Math.ceil(size / 4);

/** The next three functions return one count of a mark (`hotelMarks` in `db/results/roll-up-sums.ts`). */
export const answeredIn = (counts = 0): number => counts >>> 24;
export const findingsIn = (counts = 0): number => (counts >>> 16) & 0xff;
export const lostIn = (counts = 0): number => counts & 0xff_ff;

/** Keeps up to 192 MB: five bytes for each mark, and three numbers for each question. */
const marksOfProcess = keepSums<MarksOfSums[]>(192 * 1_024 * 1_024, (all) =>
  all.reduce(
    (sum, { hotels, size }) =>
      sum + 2 * hotels.byteLength + 5 * stepOf(size) * hotels.length + 24 * size,
    0,
  ),
);

/** The `version` of the row with the ids of the hotels that the scope and the filter's consultant choose. */
const seen = 'seen';
/** The `version` of the row with the ids of the approved rounds. */
const approved = 'approved';

/**
 * Returns `select`, the SQL that reads the marks of `months` and `days`, two relations of the caller's statement, and
 * `take`, the function that makes marks of its rows.
 *
 * `take` returns the marks of the surveys, brand, stage and rounds that the filter chooses, but of all hotels. `isSeen`
 * has 1 at the ids of the hotels that the scope and the filter's consultant choose. It is undefined when these are all
 * hotels. `take` returns undefined when the filter chooses rounds, and some sums have none yet.
 */
export function keptMarks(scope: Scope, filter: PreparedFilter) {
  const { begin } = endsOf(filter);
  const held = marksOfProcess.all();
  // A day or month whose marks the process keeps has one row without marks.
  const ofUnit = (unit: 'month' | 'day') => sql`
    select version::text, survey_id, edition, hotel_brand as brand,
      date_trunc('month', made.${sql.ref(unit)})::date as month, hotel_stage as stage,
      lower(made.span) >= ${at(begin)} as is_now, size, marks.records, marks.rounds
    from ${sql.table(`${unit}s`)} made left join ${sql.table(`rolled_${unit}_marks`)} marks
      on marks.${sql.ref(unit)} = made.${sql.ref(unit)} and not ${isKept(sql`version::text`, held)}`;
  const people = [scope, scopeOfConsultant(filter.consultantId)];
  const isOfSome = people.some(({ kind }) => kind !== 'all');
  const select = sql`${ofUnit('month')} union all ${ofUnit('day')}
    union all select ${seen}, null, null, null, null, null, null, null,
      (select coalesce(string_agg(int4send(id), ''), '') from ${idsSeenBy(people)} hotel), null
    where ${isOfSome}
    union all select ${approved}, null, null, null, null, null, null, null, ${idsOfApproved}, null
    where ${filter.approved !== undefined}`;
  const isChosen = ({ surveyId, brand, stage }: MarksOfSums) =>
    (filter.surveyId === undefined || surveyId === filter.surveyId) &&
    (filter.brand === undefined || brand === filter.brand) &&
    (filter.stage === undefined || stage === filter.stage);

  function take(rows: readonly KeptRow[]) {
    const hotels = rows.find(({ version }) => version === seen);
    const rounds = rows.find(({ version }) => version === approved);
    const chosen = [...Map.groupBy(rows, ({ version }) => version)].flatMap(([version, read]) => {
      if (version === null || version === seen || version === approved) return [];
      const known = held.get(version) ?? read.flatMap(marksOf);
      marksOfProcess.use(version, known);
      const isNow = read[0]?.isNow ?? true;
      return known.filter(isChosen).map((one) => ({ ...one, isNow }));
    });
    const isSeen = hotels && markIds(idsOf(hotels.records));
    if (!rounds) return { chosen, isSeen };
    const ofApproved = ofRounds(chosen, approvedRounds(rounds.records));
    return ofApproved && { chosen: ofApproved, isSeen };
  }
  return { select, take };
}

/**
 * Returns the marks of these rounds; undefined if some of the marks have no rounds. The records of other rounds get the
 * hotel's id 0, as those of deleted hotels have it, and are not in the sums. A deleted hotel has no rounds, so none of
 * its records is of a chosen round.
 */
function ofRounds<M extends MarksOfSums>(
  all: readonly M[],
  { isApproved, name }: ApprovedRounds,
): M[] | undefined {
  const isHotel = new Uint8Array(highestOf(all) + 1).fill(1, noHotel + 1);
  const chosen: M[] = [];
  for (const one of all) {
    const { rounds, version } = one;
    if (!rounds) return undefined;
    const hotels = one.hotels.map((hotel, record) =>
      isApproved[rounds[record] ?? 0] === 1 ? hotel : noHotel,
    );
    const totals = totalsOf({ ...one, hotels }, isHotel);
    chosen.push({ ...one, ...totals, version: `${version} ${name}`, hotels });
  }
  return chosen;
}

function marksOf({ version, brand, records, rounds, isNow: _, ...read }: KeptRow): MarksOfSums[] {
  if (version === null || brand === null) return [];
  const bytes = bytesOfCounts * read.size;
  const parts = partsOf(records, bytes, bytesOfCounts * stepOf(read.size));
  // The database writes the highest byte of a number first, and a typed array has the lowest first.
  const counts = new Uint32Array(parts.bytes.swap32().buffer);
  const joined = new Uint8Array(counts.length);
  for (let at = 0; at < counts.length; at += 1) {
    const one = counts[at];
    joined[at] = (answeredIn(one) && marks.answered) | (findingsIn(one) && marks.finding);
  }
  const { hotels, highestHotel } = parts;
  const row = {
    ...{ version, brand, hotels, highestHotel, marks: joined, counts },
    ...{ ...read, rounds: rounds && idsOf(rounds) },
  };
  return [{ ...row, ...totalsOf(row) }];
}

/**
 * Returns the sums of the counts for each question: over all records, or over those of hotels for which `isSeen` has
 * 1.
 */
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

/**
 * Splits records into the hotels' ids and the `size` bytes after each id. The bytes of each record begin at a
 * multiple of `step`.
 */
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
