import { bandCount, bandOf } from '#domain/results/analytics.ts';
import { kpeCategories, type KpeCategory } from '#domain/surveys/question.ts';
import type { RulesPreview } from '#domain/surveys/rules-preview.ts';
import type { Rules } from '#domain/surveys/survey-rules.ts';
import type { Cause } from './causes.ts';
import { categoriesBelow, noSums, type CategorySums, type GrowingSums } from './category-sums.ts';
import type { ResponseScore } from './score-response.ts';
import { percentOf } from './verdict.ts';

/** The fields of a scored response that a preview counts. */
export type Judged = Pick<ResponseScore, 'totalScore' | 'maxScore' | 'passed' | 'causes'> & {
  readonly categories: Readonly<Record<KpeCategory, CategorySums>>;
};

type HotelSide = { ratios: number; scored: number; isCriticalFailed: boolean; sums: GrowingSums };
type Side = { bands: number[]; passed: number; sums: GrowingSums; hotels: Map<number, HotelSide> };

/** A preview's figures, before the hotels' names are known. */
export type Tallied = Omit<RulesPreview, 'reached' | 'total' | 'hotels'> & {
  hotels: Omit<RulesPreview['hotels'], 'turned'>;
  /** The ids of the hotels whose verdict changes. */
  turned: { toReview: number[]; toPass: number[] };
};

/** Counts responses twice: by their present verdicts, and by the verdicts after the change. */
export function startTally(rules: { before: Rules; after: Rules }) {
  const [before, after] = [newSide(), newSide()];
  const turned = { toReview: 0, toPass: 0 };
  return {
    add: (hotelId: number | null, was: Judged, becomes: Judged): void => {
      addTo(before, hotelId, was);
      addTo(after, hotelId, becomes);
      if (was.passed === true && becomes.passed === false) turned.toReview += 1;
      if (was.passed === false && becomes.passed === true) turned.toPass += 1;
    },
    read: (): Tallied => ({
      responses: { passed: { before: before.passed, after: after.passed }, ...turned },
      ...hotelsOf(before, after, rules),
      categories: kpeCategories.map((category) => ({
        category,
        before: percentIn(before.sums[category]),
        after: percentIn(after.sums[category]),
      })),
      bands: { before: before.bands, after: after.bands },
    }),
  };
}

function newSide(): Side {
  const bands = Array.from({ length: bandCount }, () => 0);
  return { bands, passed: 0, sums: noSums(), hotels: new Map() };
}

function addTo(side: Side, hotelId: number | null, judged: Judged): void {
  const { totalScore, maxScore, passed, categories } = judged;
  if (passed === true) side.passed += 1;
  addSums(side.sums, categories);
  if (maxScore > 0) {
    const band = bandOf(totalScore, maxScore);
    side.bands[band] = (side.bands[band] ?? 0) + 1;
  }
  if (hotelId === null || maxScore <= 0) return;
  const none = { ratios: 0, scored: 0, isCriticalFailed: false, sums: noSums() };
  const hotel = side.hotels.get(hotelId) ?? none;
  hotel.ratios += totalScore / maxScore;
  hotel.scored += 1;
  hotel.isCriticalFailed ||= judged.causes.some(isAboutCritical);
  addSums(hotel.sums, categories);
  side.hotels.set(hotelId, hotel);
}

const isAboutCritical = (cause: Cause) => cause === 'critical' || cause === 'critical-unanswered';

function addSums(sums: GrowingSums, more: Judged['categories']): void {
  for (const category of kpeCategories) {
    sums[category].score += more[category].score;
    sums[category].maximum += more[category].maximum;
  }
}

function percentIn({ score, maximum }: CategorySums): number | null {
  return percentOf({ totalScore: score, maxScore: maximum });
}

function hotelsOf(before: Side, after: Side, rules: { before: Rules; after: Rules }) {
  const turned: Tallied['turned'] = { toReview: [], toPass: [] };
  const passed = { before: 0, after: 0 };
  for (const id of new Set([...before.hotels.keys(), ...after.hotels.keys()])) {
    const was = passesAs(before.hotels.get(id), rules.before);
    const becomes = passesAs(after.hotels.get(id), rules.after);
    if (was) passed.before += 1;
    if (becomes) passed.after += 1;
    if (was === true && becomes === false) turned.toReview.push(id);
    if (was === false && becomes === true) turned.toPass.push(id);
  }
  const [toReview, toPass] = [turned.toReview.length, turned.toPass.length];
  return { hotels: { passed, toReview, toPass }, turned };
}

/**
 * Returns whether the hotel passes. Like a response, it passes by its mean, the sums of its
 * categories, and the critical questions of all its responses. Null when nothing is scored.
 */
function passesAs(hotel: HotelSide | undefined, rules: Rules): boolean | null {
  if (!hotel) return null;
  // Nine decimals remove the error of adding fractions, as for every mean: 80 is 80.
  const mean = Math.round((100 * hotel.ratios * 1e9) / hotel.scored) / 1e9;
  const isBelow = categoriesBelow(hotel.sums, rules.thresholds).length > 0;
  return mean >= rules.passLine && !isBelow && !hotel.isCriticalFailed;
}
