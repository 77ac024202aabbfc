import { setImmediate } from 'node:timers/promises';

import { afterAssessment, inAssessment, known, marks } from '#domain/results/repeat-finding.ts';
import type { Standard } from '#domain/results/standards.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { stages } from '#domain/workflow/stages.ts';
import type { CodedPlace } from './coded-places.ts';
import { bytesOfHotel, type MarkedResponses } from './standard-queries.ts';

type Counts = { answered: number; findings: number };

/** One standard while its counts are added up. */
type StandardCounts = Counts & {
  code: string;
  text: string;
  critical: boolean;
  surveys: Set<number>;
  years: Map<number, Counts>;
  hotels: number;
  hotelsFailed: number;
  /** Which edition `code`, `text` and `critical` are from. */
  order: number;
  /** At how many hotels it is a repeat finding. */
  repeats: number;
  isRepeatAt: (hotelId: number) => boolean;
};

/** A coded place of an edition: which byte of a record is its mark, and which standard it is. */
type Way = { place: CodedPlace; order: number; byte: number; standard: number };

type Tally = {
  standards: StandardCounts[];
  /** By survey and edition. */
  ways: Map<string, Way[]>;
  /** The place of each hotel's standards in the two arrays below, by the hotel's id; -1 for a hotel without any. */
  beginOf: Int32Array;
  /** What is known of each standard at each hotel, and what the assessment under way says. */
  knownOf: Uint8Array;
  assessment: Uint8Array;
};

const noHotel = 0;
const max = (one: number, other: number) => Math.max(one, other);

/**
 * Counts each code over surveys, editions, years and hotels. Codes are the same without regard to
 * case. Text and mark are those of the latest edition that was answered.
 *
 * It looks at every answer, which are millions. So what is known of a standard at a hotel is one
 * byte in a long array, and other requests run between two months. Assessments are gone through in
 * time order, so that only the one before has to be known.
 */
export async function sumStandards(
  places: readonly CodedPlace[],
  rows: readonly MarkedResponses[],
): Promise<StandardCounts[]> {
  const tally = startTally(places, rows);
  const assessments = Map.groupBy(rows.toSorted(inTime), (row) => `${yearOf(row)}/${row.stage}`);
  for (const ofOne of assessments.values()) {
    for (const row of ofOne) {
      addResponses(tally, row);
      await setImmediate();
    }
    endAssessment(tally);
  }
  countHotels(tally);
  return tally.standards.filter(({ answered }) => answered > 0);
}

function startTally(places: readonly CodedPlace[], rows: readonly MarkedResponses[]): Tally {
  const codes = [...new Set(places.map(keyOf))];
  const indexOf = new Map(codes.map((code, index) => [code, index]));
  const ways = Map.groupBy(
    places.map((place, order) => ({
      ...{ place, order },
      byte: bytesOfHotel + place.place - 1,
      standard: indexOf.get(keyOf(place)) ?? 0,
    })),
    ({ place }) => `${place.surveyId}/${place.edition}`,
  );
  const highest = rows.reduce((most, { hotels }) => hotels.reduce(max, most), noHotel);
  const beginOf = new Int32Array(highest + 1).fill(-1);
  let length = 0;
  for (const { hotels } of rows)
    for (const hotel of hotels) {
      if (beginOf[hotel] !== -1) continue;
      beginOf[hotel] = length;
      length += codes.length;
    }
  const [knownOf, assessment] = [new Uint8Array(length), new Uint8Array(length)];
  return { standards: codes.map(noCounts), ways, beginOf, knownOf, assessment };
}

const keyOf = ({ code }: CodedPlace) => code.toLowerCase();

function noCounts(): StandardCounts {
  return {
    ...{ code: '', text: '', critical: false, order: -1, answered: 0, findings: 0 },
    ...{ surveys: new Set<number>(), years: new Map<number, Counts>() },
    ...{ hotels: 0, hotelsFailed: 0, repeats: 0, isRepeatAt: () => false },
  };
}

const yearOf = ({ month }: MarkedResponses) => Number(month.slice(0, 4));
const stageOf = ({ stage }: MarkedResponses) => (stage === null ? -1 : stages.indexOf(stage));

function inTime(one: MarkedResponses, other: MarkedResponses): number {
  return yearOf(one) - yearOf(other) || stageOf(one) - stageOf(other);
}

/** Adds what responses of one edition say to the sums, and to the assessment of their hotels. */
function addResponses(tally: Tally, row: MarkedResponses): void {
  const end = bytesOfHotel + row.size;
  // Only an edition that has fewer marks than questions, which none has, lacks the byte.
  const ways = (tally.ways.get(`${row.surveyId}/${row.edition}`) ?? []).filter(
    ({ byte }) => byte < end,
  );
  for (const way of ways) {
    const counts = row.answered === null ? countMarks(row, way) : countsOfSums(row, way);
    const standard = tally.standards[way.standard];
    if (standard && counts.answered > 0) count(standard, way, { row, counts });
  }
  addToAssessment(tally, row, ways);
}

function countsOfSums({ answered, findings }: MarkedResponses, { place: { place } }: Way): Counts {
  return { answered: answered?.[place - 1] ?? 0, findings: findings?.[place - 1] ?? 0 };
}

function countMarks({ records, size }: MarkedResponses, { byte }: Way): Counts {
  const counts = { answered: 0, findings: 0 };
  for (let at = byte; at < records.length; at += bytesOfHotel + size) {
    const mark = records[at] ?? 0;
    if (mark !== 0) counts.answered += 1;
    if (mark & marks.finding) counts.findings += 1;
  }
  return counts;
}

/** What each mark adds to its assessment, by the mark's bits. */
const addedByMarks = (isNow: boolean) =>
  Uint8Array.from({ length: 256 }, (_, mark) => inAssessment(mark, isNow));
const [addedNow, addedBefore] = [addedByMarks(true), addedByMarks(false)];

/** Goes record by record, because the standards of a hotel lie together in memory. */
function addToAssessment({ beginOf, assessment }: Tally, row: MarkedResponses, ways: Way[]): void {
  const { records, hotels, size, isNow } = row;
  const bytes = Int32Array.from(ways, ({ byte }) => byte);
  const standards = Int32Array.from(ways, ({ standard }) => standard);
  const added = isNow ? addedNow : addedBefore;
  for (let one = 0, from = 0; one < hotels.length; one += 1, from += bytesOfHotel + size) {
    const begin = beginOf[hotels[one] ?? 0] ?? 0;
    for (let way = 0; way < bytes.length; way += 1) {
      const mark = records[from + (bytes[way] ?? 0)] ?? 0;
      const at = begin + (standards[way] ?? 0);
      assessment[at] = (assessment[at] ?? 0) | (added[mark] ?? 0);
    }
  }
}

function count(
  standard: StandardCounts,
  { place: { code, question }, order }: Way,
  { row, counts }: { row: MarkedResponses; counts: Counts },
): void {
  if (order >= standard.order)
    Object.assign(standard, { order, code, text: question.text, critical: !!question.critical });
  const year = yearOf(row);
  standard.years.set(year, add(standard.years.get(year) ?? { answered: 0, findings: 0 }, counts));
  if (!row.isNow) return;
  add(standard, counts);
  standard.surveys.add(row.surveyId);
}

function add<T extends Counts>(sums: T, { answered, findings }: Counts): T {
  sums.answered += answered;
  sums.findings += findings;
  return sums;
}

/** Takes the assessment that all hotels had so far into what is known of them, and begins the next. */
function endAssessment({ knownOf, assessment }: Tally): void {
  for (let at = 0; at < assessment.length; at += 1)
    knownOf[at] = afterAssessment(knownOf[at] ?? 0, assessment[at] ?? 0);
  assessment.fill(0);
}

function countHotels({ standards, beginOf, knownOf }: Tally): void {
  for (const [index, standard] of standards.entries()) {
    let [hotels, hotelsFailed, repeats] = [0, 0, 0];
    for (let hotel = noHotel + 1; hotel < beginOf.length; hotel += 1) {
      const begin = beginOf[hotel] ?? -1;
      const bits = begin === -1 ? 0 : (knownOf[begin + index] ?? 0);
      if (bits & known.answeredNow) hotels += 1;
      if (bits & known.findingNow) hotelsFailed += 1;
      if (bits & known.repeat) repeats += 1;
    }
    const isRepeatAt = (hotel: number) => {
      const begin = beginOf[hotel] ?? -1;
      return begin !== -1 && ((knownOf[begin + index] ?? 0) & known.repeat) !== 0;
    };
    Object.assign(standard, { hotels, hotelsFailed, repeats, isRepeatAt });
  }
}

/** Returns counts with the share of answers that are no finding. */
export function withPercent({ answered, findings }: Counts) {
  const percent = percentOf({ totalScore: answered - findings, maxScore: answered }) ?? 0;
  return { answered, findings, percent };
}

export function presentStandard(standard: StandardCounts): Standard {
  const { code, text, critical, surveys, years, hotels, hotelsFailed, repeats } = standard;
  return {
    ...{ code, text, critical, surveys: surveys.size },
    ...withPercent(standard),
    ...{ hotels, hotelsFailed, repeats },
    years: [...years.entries()]
      .toSorted(([one], [other]) => one - other)
      .map(([year, counts]) => ({ year, ...withPercent(counts) })),
  };
}
