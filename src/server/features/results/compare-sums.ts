import { stageAt } from '#server/db/hotel-records.ts';
import type { SumsOfHotels } from './add-hotels.ts';

/** A hotel of the comparison. Percentages and their change are in tenths. */
export type Compared = {
  id: number;
  responses: number;
  percent: number | null;
  latest: number | null;
  previous: number | null;
  change: number | null;
};

/** Returns the figures by which these hotels are sorted and counted, of those with responses in the range. */
export function compareSums(sums: SumsOfHotels, ids: Int32Array, line: number): Compared[] {
  const compared: Compared[] = [];
  const percentOf = (one: number | undefined) =>
    one === undefined
      ? null
      : meanInTenths(sums.assessments.ratios[one] ?? 0, sums.assessments.scored[one] ?? 0, line);
  for (const id of ids) {
    const responses = sums.responses[id] ?? 0;
    if (responses === 0) continue;
    const [latest, previous] = latestTwo(sums, id).map(percentOf);
    compared.push({
      ...{ id, responses, latest: latest ?? null, previous: previous ?? null },
      percent: meanInTenths(sums.ratios[id] ?? 0, sums.scored[id] ?? 0, line),
      change: latest == null || previous == null ? null : latest - previous,
    });
  }
  return compared;
}

/**
 * Returns the mean in tenths of a percent; null where nothing is scored. It rounds like `exactPercent` and
 * `shownPercent` in the database: to nine decimals first, then a half upwards, but never up to the line.
 */
export function meanInTenths(ratios: number, scored: number, line: number): number | null {
  if (scored === 0) return null;
  const aTenth = 100_000_000;
  const exact = Math.round((1_000 * aTenth * ratios) / scored);
  const tenths = Math.floor((exact + aTenth / 2) / aTenth);
  return exact < 10 * line * aTenth ? Math.min(tenths, 10 * line - 1) : tenths;
}

/** Returns the numbers of the hotel's latest two assessments, the latest first. */
function latestTwo({ first, assessments }: SumsOfHotels, id: number): number[] {
  const { next, lastAt, lastId } = assessments;
  const isLater = (one: number, other: number | undefined) => {
    if (other === undefined) return true;
    const apart = (lastAt[one] ?? 0) - (lastAt[other] ?? 0);
    return apart > 0 || (apart === 0 && (lastId[one] ?? 0) > (lastId[other] ?? 0));
  };
  const latest: number[] = [];
  for (let one = first[id] ?? -1; one >= 0; one = next[one] ?? -1)
    if (isLater(one, latest[0])) latest.unshift(one);
    else if (isLater(one, latest[1])) latest[1] = one;
  return latest.slice(0, 2);
}

/** Returns stage and round of the latest two assessments. */
export function assessmentsOf(sums: SumsOfHotels, id: number) {
  const { stage, round } = sums.assessments;
  const [latest, previous] = latestTwo(sums, id).map((one) => ({
    stage: stageAt(stage[one] ?? 0),
    round: round[one] === 0 ? null : (round[one] ?? null),
  }));
  return { latest, previous };
}
