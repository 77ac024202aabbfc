import type { ResultsFilter } from '#domain/results/results.ts';
import { placeOfStage, type HotelRecords } from '#server/db/hotel-records.ts';

/*
 * Adds up the records of hotels (`db/hotel-records.ts`), 300,000 for a year of 20,000 hotels. Sums are in arrays of
 * numbers and not in objects, which takes a third of the time. An array has one place for each hotel, or for each
 * assessment, and the assessments of one hotel are a chain.
 */

/** The number that stands for no hotel, and for the end of a chain. */
const none = -1;

/** The sums of hotels, by their place in `ids`. */
export type SumsOfHotels = {
  ids: Int32Array;
  /** The place of each hotel by its id; -1 for those that are left out. */
  placeOf: Int32Array;
  /** Sums over the range. */
  responses: Float64Array;
  scored: Float64Array;
  ratios: Float64Array;
  /** The first assessment of each hotel's chain. */
  first: Int32Array;
  assessments: Assessments;
};

/** The sums of each assessment up to the end of the range: one hotel in one round and stage. */
type Assessments = {
  count: number;
  next: Int32Array;
  round: Int32Array;
  stage: Int32Array;
  scored: Float64Array;
  ratios: Float64Array;
  lastAt: Float64Array;
  lastId: Int32Array;
};

export function noSums(ids: Int32Array): SumsOfHotels {
  const highest = ids.reduce((most, id) => Math.max(most, id), 0);
  const placeOf = new Int32Array(highest + 1).fill(none);
  for (const [place, id] of ids.entries()) placeOf[id] = place;
  const zeros = () => new Float64Array(ids.length);
  return {
    ...{ ids, placeOf, responses: zeros(), scored: zeros(), ratios: zeros() },
    first: new Int32Array(ids.length).fill(none),
    assessments: withRoom(2 * ids.length + 16),
  };
}

/** Returns arrays for as many assessments, which begin with those of the former arrays. */
function withRoom(room: number, former?: Assessments): Assessments {
  const whole = (from: Int32Array | undefined) => {
    const array = new Int32Array(room);
    if (from) array.set(from);
    return array;
  };
  const fraction = (from: Float64Array | undefined) => {
    const array = new Float64Array(room);
    if (from) array.set(from);
    return array;
  };
  return {
    count: former?.count ?? 0,
    ...{ next: whole(former?.next), round: whole(former?.round), stage: whole(former?.stage) },
    ...{ scored: fraction(former?.scored), ratios: fraction(former?.ratios) },
    ...{ lastAt: fraction(former?.lastAt), lastId: whole(former?.lastId) },
  };
}

const add = (array: Float64Array, place: number, amount: number) => {
  array[place] = (array[place] ?? 0) + amount;
};

/** Records of one stage or round. */
export type OfAssessment = {
  /** The place of the stage among all. */
  stage?: number | undefined;
  round?: number | undefined;
};

/** Returns the records that the filter chooses. */
export const ofAssessment = ({ stage, roundId }: ResultsFilter): OfAssessment => ({
  stage: stage === undefined ? undefined : placeOfStage(stage),
  round: roundId,
});

/** True when the record is one of these. */
export const isOf = ({ stage, round }: OfAssessment, records: HotelRecords, at: number) =>
  (stage === undefined || stage === records.stage[at]) &&
  (round === undefined || round === records.round[at]);

/** Adds records to the sums. Those of other hotels are left out. */
export function addHotels(
  sums: SumsOfHotels,
  records: HotelRecords,
  chosen: OfAssessment & { isInRange: boolean },
): void {
  const { hotel } = records;
  for (let at = 0; at < hotel.length; at += 1) {
    const place = sums.placeOf[hotel[at] ?? 0] ?? none;
    if (place === none || !isOf(chosen, records, at)) continue;
    const [round, stage] = [records.round[at] ?? 0, records.stage[at] ?? 0];
    const [scored, ratios] = [records.scored[at] ?? 0, records.ratios[at] ?? 0];
    if (chosen.isInRange) {
      add(sums.responses, place, records.responses[at] ?? 0);
      add(sums.scored, place, scored);
      add(sums.ratios, place, ratios);
    }
    if (stage === 0 || scored === 0) continue;
    const one = assessmentOf(sums, place, round, stage);
    const { assessments } = sums;
    add(assessments.scored, one, scored);
    add(assessments.ratios, one, ratios);
    assessments.lastAt[one] = Math.max(assessments.lastAt[one] ?? 0, records.lastAt[at] ?? 0);
    assessments.lastId[one] = Math.max(assessments.lastId[one] ?? 0, records.lastId[at] ?? 0);
  }
}

/** Returns the number of the hotel's assessment in the round and stage, which it begins if it is new. */
function assessmentOf(sums: SumsOfHotels, place: number, round: number, stage: number): number {
  const { first } = sums;
  let { assessments: all } = sums;
  let one = first[place] ?? none;
  while (one !== none && (all.round[one] !== round || all.stage[one] !== stage))
    one = all.next[one] ?? none;
  if (one !== none) return one;
  if (all.count === all.next.length) all = sums.assessments = withRoom(2 * all.count, all);
  const made = all.count;
  all.count += 1;
  all.next[made] = first[place] ?? none;
  all.round[made] = round;
  all.stage[made] = stage;
  first[place] = made;
  return made;
}
