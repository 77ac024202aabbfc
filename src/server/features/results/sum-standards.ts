import { setImmediate } from 'node:timers/promises';

import { afterAssessment, inAssessment, known, marks } from '#domain/results/repeat-finding.ts';
import type { Standard } from '#domain/results/standards.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { stages } from '#domain/workflow/stages.ts';
import type { CodedPlace } from './coded-places.ts';
import type { MarkedResponses } from './standard-queries.ts';

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
  /** The hotels where it is a repeat finding. */
  repeatedAt: Set<number>;
};

/** A coded place of an edition: which byte of a record is its mark, and which standard it is. */
type Way = { place: CodedPlace; order: number; byte: number; standard: number };

type Tally = {
  standards: StandardCounts[];
  /** By survey and edition. */
  ways: Map<string, Way[]>;
  /** The place of each hotel's standards in the two arrays below. */
  beginOf: Map<number, number>;
  /** What is known of each standard at each hotel, and what the assessment under way says. */
  knownOf: Uint8Array;
  assessment: Uint8Array;
};

const bytesOfHotel = 4;
const noHotel = 0;

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
  const beginOf = new Map<number, number>();
  for (const { records, size } of rows)
    for (let at = 0; at < records.length; at += bytesOfHotel + size) {
      const hotel = records.readUInt32BE(at);
      if (!beginOf.has(hotel)) beginOf.set(hotel, beginOf.size * codes.length);
    }
  const length = beginOf.size * codes.length;
  const [knownOf, assessment] = [new Uint8Array(length), new Uint8Array(length)];
  return { standards: codes.map(noCounts), ways, beginOf, knownOf, assessment };
}

const keyOf = ({ code }: CodedPlace) => code.toLowerCase();

function noCounts(): StandardCounts {
  return {
    ...{ code: '', text: '', critical: false, order: -1, answered: 0, findings: 0 },
    ...{ surveys: new Set<number>(), years: new Map<number, Counts>() },
    ...{ hotels: 0, hotelsFailed: 0, repeatedAt: new Set<number>() },
  };
}

const yearOf = ({ month }: MarkedResponses) => Number(month.slice(0, 4));
const stageOf = ({ stage }: MarkedResponses) => (stage === null ? -1 : stages.indexOf(stage));

function inTime(one: MarkedResponses, other: MarkedResponses): number {
  return yearOf(one) - yearOf(other) || stageOf(one) - stageOf(other);
}

/** Adds what responses of one edition say to the sums, and to the assessment of their hotels. */
function addResponses({ standards, ways, beginOf, assessment }: Tally, row: MarkedResponses): void {
  const { records, size, isNow } = row;
  const step = bytesOfHotel + size;
  const begins = Int32Array.from({ length: records.length / step }, (_, index) => {
    return beginOf.get(records.readUInt32BE(index * step)) ?? 0;
  });
  for (const way of ways.get(`${row.surveyId}/${row.edition}`) ?? []) {
    const standard = standards[way.standard];
    // Only an edition that has fewer marks than questions, which none has, lacks the byte.
    if (!standard || way.byte >= step) continue;
    // Sums have these numbers already. Their records are of hotels, not of responses.
    const isCounted = row.answered !== null;
    const counts = {
      answered: row.answered?.[way.place.place - 1] ?? 0,
      findings: row.findings?.[way.place.place - 1] ?? 0,
    };
    for (let index = 0; index < begins.length; index += 1) {
      const mark = records[index * step + way.byte] ?? 0;
      if (mark === 0) continue;
      if (!isCounted) {
        counts.answered += 1;
        if (mark & marks.finding) counts.findings += 1;
      }
      const at = (begins[index] ?? 0) + way.standard;
      assessment[at] = (assessment[at] ?? 0) | inAssessment(mark, isNow);
    }
    if (counts.answered > 0) count(standard, way, { row, counts });
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
  for (const [hotel, begin] of beginOf) {
    if (hotel === noHotel) continue;
    for (const [index, standard] of standards.entries()) {
      const bits = knownOf[begin + index] ?? 0;
      if (bits & known.answeredNow) standard.hotels += 1;
      if (bits & known.findingNow) standard.hotelsFailed += 1;
      if (bits & known.repeat) standard.repeatedAt.add(hotel);
    }
  }
}

/** Returns counts with the share of answers that are no finding. */
export function withPercent({ answered, findings }: Counts) {
  const percent = percentOf({ totalScore: answered - findings, maxScore: answered }) ?? 0;
  return { answered, findings, percent };
}

export function presentStandard(standard: StandardCounts): Standard {
  const { code, text, critical, surveys, years, hotels, hotelsFailed, repeatedAt } = standard;
  return {
    ...{ code, text, critical, surveys: surveys.size },
    ...withPercent(standard),
    ...{ hotels, hotelsFailed, repeats: repeatedAt.size },
    years: [...years.entries()]
      .toSorted(([one], [other]) => one - other)
      .map(([year, counts]) => ({ year, ...withPercent(counts) })),
  };
}
