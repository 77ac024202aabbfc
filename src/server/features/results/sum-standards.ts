import { setImmediate } from 'node:timers/promises';

import { afterAssessment, inAssessment, known } from '#domain/results/repeat-finding.ts';
import type { Standard } from '#domain/results/standards.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import { noHotel } from '#server/db/results/hotel-records.ts';
import { stages } from '#domain/workflow/stages.ts';
import type { CodedPlace } from './coded-places.ts';
import { highestOf, stepOf } from './kept-marks.ts';
import { keepSums } from './kept-sums.ts';
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
  /** The number of the coded place that `code`, `text` and `critical` are from. */
  order: number;
  /** At how many hotels it is a repeat finding. */
  repeats: number;
  isRepeatAt: (hotelId: number) => boolean;
};

/** A coded place of an edition, with the place of its mark in a record (`at`) and of its standard in `standards`. */
type Way = { place: CodedPlace; order: number; at: number; standard: number };

type Tally = {
  standards: StandardCounts[];
  /** By survey and edition. */
  ways: Map<string, Way[]>;
  /**
   * What is known of each standard at each hotel after the assessments so far, and what the current assessment adds.
   * Each has a byte for every standard of a hotel, by the hotel's id.
   */
  knownOf: Uint8Array;
  assessment: Uint8Array;
};

/**
 * Counts each code over surveys, editions, years and hotels, ignoring case. The text, and whether
 * the question is critical, come from the latest edition that was answered. There are millions of
 * answers. So what is known of a standard at a hotel is one byte in a long array, and other
 * requests run between two rows. Assessments are counted in time order, so that only the previous
 * one has to be remembered.
 */
export async function sumStandards(
  places: readonly CodedPlace[],
  rows: readonly MarkedResponses[],
): Promise<StandardCounts[]> {
  const tally = startTally(places, rows);
  const assessments = Map.groupBy(rows.toSorted(inTime), (row) => `${yearOf(row)}/${row.stage}`);
  for (const ofOne of assessments.values()) {
    for (const row of ofOne) countAnswers(tally, row);
    for (const alike of Map.groupBy(ofOne, editionAndRange).values())
      await addToAssessment(tally, alike);
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
      at: place.place - 1,
      standard: indexOf.get(keyOf(place)) ?? 0,
    })),
    ({ place }) => `${place.surveyId}/${place.edition}`,
  );
  const length = (highestOf(rows) + 1) * codes.length;
  const [knownOf, assessment] = [new Uint8Array(length), new Uint8Array(length)];
  return { standards: codes.map(noCounts), ways, knownOf, assessment };
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

const editionAndRange = ({ surveyId, edition, size, isNow }: MarkedResponses) =>
  `${surveyId}/${edition}/${size}/${isNow}`;

/**
 * Returns the coded places of the row's edition. Leaves out a place without a mark: only an edition with fewer marks
 * than questions would have one, and none has.
 */
const waysOf = ({ ways }: Tally, { surveyId, edition, size }: MarkedResponses): Way[] =>
  (ways.get(`${surveyId}/${edition}`) ?? []).filter(({ at }) => at < size);

/** Adds the answers and findings of one edition's responses to the counts of each standard. */
function countAnswers(tally: Tally, row: MarkedResponses): void {
  for (const way of waysOf(tally, row)) {
    const counts = { answered: row.answered[way.at] ?? 0, findings: row.findings[way.at] ?? 0 };
    const standard = tally.standards[way.standard];
    if (standard && counts.answered > 0) count(standard, way, { row, counts });
  }
}

/** What each mark adds to its assessment, by the mark's bits. */
const addedByMarks = (isNow: boolean) =>
  Uint8Array.from({ length: 256 }, (_, mark) => inAssessment(mark, isNow));
const [addedNow, addedBefore] = [addedByMarks(true), addedByMarks(false)];

/** Adds the marks of one edition's responses to the assessment. All rows are in the range, or all are before it. */
async function addToAssessment(tally: Tally, alike: readonly MarkedResponses[]): Promise<void> {
  const [first] = alike;
  if (!first) return;
  const joined = await joinByHotel(alike);
  const { assessment, standards } = tally;
  const added = first.isNow ? addedNow : addedBefore;
  const step = stepOf(first.size);
  for (const { at, standard } of waysOf(tally, first))
    for (let from = at, to = standard; from < joined.length; from += step, to += standards.length)
      assessment[to] = (assessment[to] ?? 0) | (added[joined[from] ?? 0] ?? 0);
}

/** Keeps up to 64 MB: a byte for each question at each of 20,000 hotels, for each edition in each assessment. */
const joinedOfProcess = keepSums<Uint32Array>(64 * 1_024 * 1_024, (joined) => joined.byteLength);

/**
 * Returns the marks of each hotel, by its id, joined by "or". The process keeps the joined marks of sums, under a
 * name made of their versions, and joins only the unsummed rows each time.
 */
async function joinByHotel(alike: readonly MarkedResponses[]): Promise<Uint8Array> {
  const { kept = [], unsummed = [] } = Object.groupBy(alike, ({ version }) =>
    version === null ? 'unsummed' : 'kept',
  );
  const nameOf = ({ surveyId, edition, stage, version, brand }: MarkedResponses) =>
    JSON.stringify([surveyId, edition, stage, version, brand]);
  const name = kept.map(nameOf).toSorted().join();
  const joined = joinedOfProcess.all().get(name) ?? (await join(new Uint32Array(), kept));
  joinedOfProcess.use(name, joined);
  return new Uint8Array((unsummed.length === 0 ? joined : await join(joined, unsummed)).buffer);
}

/**
 * Returns a copy of `before` to which the marks of these rows are joined. It goes through all records, four marks at
 * a time. Other requests run between two rows.
 */
async function join(
  before: Uint32Array,
  rows: readonly MarkedResponses[],
): Promise<Uint32Array<ArrayBuffer>> {
  const words = stepOf(rows[0]?.size ?? 0) / 4;
  const joined = new Uint32Array(Math.max(before.length, (highestOf(rows) + 1) * words));
  joined.set(before);
  for (const { hotels, marks: ofAll } of rows) {
    const records = new Uint32Array(ofAll.buffer);
    for (let one = 0, from = 0; one < hotels.length; one += 1) {
      const begin = (hotels[one] ?? 0) * words;
      for (let to = begin; to < begin + words; to += 1, from += 1)
        joined[to] = (joined[to] ?? 0) | (records[from] ?? 0);
    }
    await setImmediate();
  }
  return joined;
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

/**
 * Ends the current assessment: updates what is known of each standard at each hotel, and clears the assessment for
 * the next.
 */
function endAssessment({ knownOf, assessment }: Tally): void {
  for (let at = 0; at < assessment.length; at += 1)
    knownOf[at] = afterAssessment(knownOf[at] ?? 0, assessment[at] ?? 0);
  assessment.fill(0);
}

function countHotels({ standards, knownOf }: Tally): void {
  const bitsOf = (hotel: number, standard: number) =>
    knownOf[hotel * standards.length + standard] ?? 0;
  const count = knownOf.length / standards.length;
  for (const [index, standard] of standards.entries()) {
    let [hotels, hotelsFailed, repeats] = [0, 0, 0];
    for (let hotel = noHotel + 1; hotel < count; hotel += 1) {
      const bits = bitsOf(hotel, index);
      if (bits & known.answeredNow) hotels += 1;
      if (bits & known.findingNow) hotelsFailed += 1;
      if (bits & known.repeat) repeats += 1;
    }
    const isRepeatAt = (hotel: number) => (bitsOf(hotel, index) & known.repeat) !== 0;
    Object.assign(standard, { hotels, hotelsFailed, repeats, isRepeatAt });
  }
}

/** Returns the counts with the percentage of answers that are not findings. */
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
