import type { ResultsFilter } from '#domain/results/results.ts';
import {
  noHotel,
  placeOfStage,
  sumsOfRecord,
  type HotelRecords,
} from '#server/db/results/hotel-records.ts';
import type { ApprovedRounds } from './approved-rounds.ts';

/*
 * Adds up the records of hotels (`db/results/hotel-records.ts`): a year of 20,000 hotels has 300,000 of them. The sums are in
 * arrays of numbers instead of objects, because this takes a third of the time. Most arrays have one place for each
 * hotel, by its id. Those of `Assessments` have one place for each assessment, and the assessments of one hotel are a
 * chain: `first` has the place of its first assessment, and `next` the place of the one after each.
 */

/** The number that stands for the end of a chain. */
export const none = -1;

/** The sums of hotels, by their ids. */
export type SumsOfHotels = {
  /** Sums over the range. */
  responses: Float64Array;
  scored: Float64Array;
  ratios: Float64Array;
  /** Points and maximum of each category, one hotel after the other. */
  categories: Float64Array;
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

/** Returns sums that are zero, for hotels whose ids are up to `highest`. */
export function noSums(highest: number): SumsOfHotels {
  const length = highest + 1;
  const zeros = () => new Float64Array(length);
  return {
    ...{ responses: zeros(), scored: zeros(), ratios: zeros() },
    categories: new Float64Array(length * sumsOfRecord),
    first: new Int32Array(length).fill(none),
    assessments: withRoom(2 * length),
  };
}

/** Returns a copy that has room for hotels whose ids are up to `highest`. */
export function copySums(former: SumsOfHotels, highest: number): SumsOfHotels {
  const sums = noSums(Math.max(highest, former.first.length - 1));
  for (const name of ['responses', 'scored', 'ratios', 'categories', 'first'] as const)
    sums[name].set(former[name]);
  sums.assessments = withRoom(former.assessments.next.length, former.assessments);
  return sums;
}

/** Returns how many bytes of memory the sums take. */
export const bytesOfSums = ({ assessments: { count: _, ...parts }, ...sums }: SumsOfHotels) =>
  [...Object.values(sums), ...Object.values(parts)].reduce(
    (bytes, array) => bytes + array.byteLength,
    0,
  );

/** Returns arrays with room for that many assessments, after those of the former arrays. */
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

/** Which records to add up: those of one stage, of one round, of approved rounds. Undefined means all. */
export type OfAssessment = {
  /** The number that records have for the stage (`placeOfStage`). */
  stage?: number | undefined;
  round?: number | undefined;
  approved?: ApprovedRounds | undefined;
};

/** Returns the stage and the round that the filter chooses, and the approved rounds if it chooses them. */
export const ofAssessment = (
  { stage, roundId }: ResultsFilter,
  approved: ApprovedRounds | undefined,
): OfAssessment => ({
  stage: stage === undefined ? undefined : placeOfStage(stage),
  round: roundId,
  approved,
});

/** Returns whether the record at this place is of the chosen stage and rounds. */
export const isOf = ({ stage, round, approved }: OfAssessment, records: HotelRecords, at: number) =>
  (stage === undefined || stage === records.stage[at]) &&
  (round === undefined || round === records.round[at]) &&
  (approved === undefined || approved.isApproved[records.round[at] ?? 0] === 1);

/** Adds the chosen records to the sums of their assessments and, if `isInRange`, to the sums over the range. */
export function addHotels(
  sums: SumsOfHotels,
  records: HotelRecords,
  chosen: OfAssessment & { isInRange: boolean },
): void {
  const { hotel } = records;
  for (let at = 0; at < hotel.length; at += 1) {
    if (!isOf(chosen, records, at)) continue;
    const id = hotel[at] ?? noHotel;
    // Responses of all deleted hotels have this id, so their assessments would be one long chain.
    if (id === noHotel) continue;
    const [round, stage] = [records.round[at] ?? 0, records.stage[at] ?? 0];
    const [scored, ratios] = [records.scored[at] ?? 0, records.ratios[at] ?? 0];
    if (chosen.isInRange) {
      add(sums.responses, id, records.responses[at] ?? 0);
      add(sums.scored, id, scored);
      add(sums.ratios, id, ratios);
      for (let sum = 0; sum < sumsOfRecord; sum += 1)
        add(sums.categories, id * sumsOfRecord + sum, records.sums[at * sumsOfRecord + sum] ?? 0);
    }
    if (stage === 0 || scored === 0) continue;
    const one = assessmentOf(sums, id, round, stage);
    const { assessments } = sums;
    add(assessments.scored, one, scored);
    add(assessments.ratios, one, ratios);
    assessments.lastAt[one] = Math.max(assessments.lastAt[one] ?? 0, records.lastAt[at] ?? 0);
    assessments.lastId[one] = Math.max(assessments.lastId[one] ?? 0, records.lastId[at] ?? 0);
  }
}

/** Returns the place of the hotel's assessment in the round and stage. Adds the assessment when it is new. */
function assessmentOf(sums: SumsOfHotels, id: number, round: number, stage: number): number {
  const { first } = sums;
  let { assessments: all } = sums;
  let one = first[id] ?? none;
  while (one !== none && (all.round[one] !== round || all.stage[one] !== stage))
    one = all.next[one] ?? none;
  if (one !== none) return one;
  if (all.count === all.next.length) all = sums.assessments = withRoom(2 * all.count, all);
  const made = all.count;
  all.count += 1;
  all.next[made] = first[id] ?? none;
  all.round[made] = round;
  all.stage[made] = stage;
  first[id] = made;
  return made;
}
