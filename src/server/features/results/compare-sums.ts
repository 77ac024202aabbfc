import { stageAt } from '#server/db/results/hotel-records.ts';
import { none, type SumsOfHotels } from './add-hotels.ts';

/** A hotel in the comparison. Percentages and their change are in tenths. */
export type Compared = {
  id: number;
  responses: number;
  percent: number | null;
  latest: number | null;
  previous: number | null;
  change: number | null;
};

/** Returns the figures of these hotels. Hotels without responses in the range are left out. */
export function compareSums(sums: SumsOfHotels, ids: Int32Array, line: number): Compared[] {
  const compared: Compared[] = [];
  const { scored, ratios } = sums.assessments;
  const percentOf = (one: number) =>
    one === none ? null : meanInTenths(ratios[one] ?? 0, scored[one] ?? 0, line);
  for (const id of ids) {
    const responses = sums.responses[id] ?? 0;
    if (responses === 0) continue;
    const last = latestOf(sums, id);
    const latest = percentOf(last);
    const previous = percentOf(latestOf(sums, id, last));
    const percent = meanInTenths(sums.ratios[id] ?? 0, sums.scored[id] ?? 0, line);
    const change = latest === null || previous === null ? null : latest - previous;
    compared.push({ id, responses, percent, latest, previous, change });
  }
  return compared;
}

/**
 * Returns the mean in tenths of a percent; null where nothing is scored. It rounds like `exactPercent` and
 * `shownPercent` in the database: to nine decimals first, then a half upwards, but never up to the line or to 100.
 */
export function meanInTenths(ratios: number, scored: number, line: number): number | null {
  if (scored === 0) return null;
  const aTenth = 100_000_000;
  const exact = Math.round((1_000 * aTenth * ratios) / scored);
  const tenths = Math.floor((exact + aTenth / 2) / aTenth);
  const bound = [10 * line, 1_000].find((one) => exact < one * aTenth);
  return bound === undefined ? tenths : Math.min(tenths, bound - 1);
}

/** Returns the place of the hotel's latest assessment except `beside`; `none` if there is none. */
function latestOf({ first, assessments }: SumsOfHotels, id: number, beside = none): number {
  const { next, lastAt, lastId } = assessments;
  let latest = none;
  for (let one = first[id] ?? none; one !== none; one = next[one] ?? none) {
    if (one === beside) continue;
    const apart = (lastAt[one] ?? 0) - (lastAt[latest] ?? 0);
    if (latest === none || apart > 0 || (apart === 0 && (lastId[one] ?? 0) > (lastId[latest] ?? 0)))
      latest = one;
  }
  return latest;
}

/** Returns stage and round of the latest two assessments. */
export function latestTwo(sums: SumsOfHotels, id: number) {
  const { stage, round } = sums.assessments;
  const last = latestOf(sums, id);
  const [latest, previous] = [last, latestOf(sums, id, last)].map((one) =>
    one === none ? undefined : { stage: stageAt(stage[one] ?? 0), round: round[one] || null },
  );
  return { latest, previous };
}
