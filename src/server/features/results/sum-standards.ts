import { isRepeatFinding, type Assessment } from '#domain/results/repeat-finding.ts';
import type { Standard } from '#domain/results/standards.ts';
import { percentOf } from '#domain/scoring/verdict.ts';
import type { CodedPlace } from './coded-places.ts';
import type { StandardSums } from './standard-queries.ts';

type Counts = { answered: number; findings: number };

/** One standard while its counts are added up. */
export type StandardCounts = Counts & {
  code: string;
  text: string;
  critical: boolean;
  surveys: Set<number>;
  years: Map<number, Counts>;
  hotels: Map<number, HotelCounts>;
};

export type HotelCounts = Counts & { assessments: Map<string, Assessment> };

/**
 * Adds up the counts of each code over surveys, editions, hotels and years. Codes are the same
 * without regard to case. Text and mark are those of the latest edition that was answered.
 */
export function addUpStandards(
  places: readonly CodedPlace[],
  numbers: readonly number[],
  rows: readonly StandardSums[],
): StandardCounts[] {
  const standards = new Map<string, StandardCounts>();
  const byEdition = Map.groupBy(rows, ({ surveyId, edition }) => `${surveyId}/${edition}`);
  for (const { surveyId, edition, place, code, question } of places) {
    const index = numbers.indexOf(place);
    const key = code.toLowerCase();
    const standard = standards.get(key) ?? noCounts();
    let isAnswered = false;
    for (const row of byEdition.get(`${surveyId}/${edition}`) ?? []) {
      const counts = {
        answered: row.answered[index] ?? 0,
        findings: row.findings[index] ?? 0,
      };
      if (counts.answered === 0) continue;
      isAnswered = true;
      count(standard, row, counts);
    }
    if (!isAnswered) continue;
    Object.assign(standard, { code, text: question.text, critical: question.critical === true });
    standards.set(key, standard);
  }
  return [...standards.values()].filter(({ answered }) => answered > 0);
}

function noCounts(): StandardCounts {
  return {
    ...{ code: '', text: '', critical: false, answered: 0, findings: 0 },
    ...{ surveys: new Set<number>(), years: new Map<number, Counts>() },
    hotels: new Map<number, HotelCounts>(),
  };
}

function count(standard: StandardCounts, row: StandardSums, counts: Counts): void {
  const { year, stage, isNow, hotelId, surveyId } = row;
  const ofYear = standard.years.get(year) ?? { answered: 0, findings: 0 };
  standard.years.set(year, add(ofYear, counts));
  if (isNow) {
    add(standard, counts);
    standard.surveys.add(surveyId);
  }
  if (hotelId === null) return;
  const hotel = standard.hotels.get(hotelId) ?? {
    ...noneYet,
    assessments: new Map<string, Assessment>(),
  };
  standard.hotels.set(hotelId, hotel);
  if (isNow) add(hotel, counts);
  const key = `${year} ${stage}`;
  const before = hotel.assessments.get(key) ?? { year, stage, ...noneYet, findingsNow: 0 };
  hotel.assessments.set(key, {
    ...{ year, stage, answered: before.answered + counts.answered },
    findings: before.findings + counts.findings,
    findingsNow: before.findingsNow + (isNow ? counts.findings : 0),
  });
}

const noneYet = { answered: 0, findings: 0 };

function add<T extends Counts>(sums: T, { answered, findings }: Counts): T {
  sums.answered += answered;
  sums.findings += findings;
  return sums;
}

/** Returns whether the standard is a repeat finding at the hotel. */
export function isRepeatAt({ assessments }: HotelCounts): boolean {
  return isRepeatFinding([...assessments.values()]);
}

/** Returns counts with the share of answers that are no finding. */
export function withPercent({ answered, findings }: Counts) {
  const percent = percentOf({ totalScore: answered - findings, maxScore: answered }) ?? 0;
  return { answered, findings, percent };
}

export function presentStandard(standard: StandardCounts): Standard {
  const { code, text, critical, surveys, years } = standard;
  const hotels = [...standard.hotels.values()].filter(({ answered }) => answered > 0);
  const failed = hotels.filter(({ findings }) => findings > 0);
  return {
    ...{ code, text, critical, surveys: surveys.size },
    ...withPercent(standard),
    ...{ hotels: hotels.length, hotelsFailed: failed.length },
    repeats: failed.filter(isRepeatAt).length,
    years: [...years.entries()]
      .toSorted(([one], [other]) => one - other)
      .map(([year, counts]) => ({ year, ...withPercent(counts) })),
  };
}
