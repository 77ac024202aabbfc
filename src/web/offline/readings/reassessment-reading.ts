import { useQuery } from '@tanstack/react-query';

import type { Hotel } from '#domain/hotels/hotel.ts';
import { previousSchema, type Previous } from '#domain/rounds/reassessment.ts';
import { hotelRoundsSchema, roundKindOf, type HotelRounds } from '#domain/rounds/round.ts';
import type { Edition } from '#domain/surveys/edition.ts';
import { idsOfKeys } from '#domain/surveys/question-key.ts';
import type { AskedPart } from '#web/offline/drafts/drafts.ts';

import { cachedQuery, readSource, type Source } from './cached-query.ts';
import type { Reading } from './cache.ts';

/**
 * Reads what a re-assessment asks again and how it was answered before. Only hotels in the stage of the
 * re-assessment have one, so interviews at other hotels make no call for it.
 */

function roundsOf(hotelId: number): Source<HotelRounds> {
  return { path: `/api/hotels/${hotelId}/rounds`, schema: hotelRoundsSchema };
}

function previousOf(roundId: number): Source<Previous> {
  return { path: `/api/rounds/${roundId}/previous`, schema: previousSchema };
}

type InStage = Pick<Hotel, 'id' | 'stage'>;

function isDue({ stage }: InStage): boolean {
  return roundKindOf(stage) === 'reassessment';
}

/** Returns the round to which the hotel's new interviews belong, if it is a re-assessment. */
function currentIn({ cycles }: HotelRounds): number | undefined {
  const current = cycles.flatMap(({ rounds }) => rounds).find(({ isCurrent }) => isCurrent);
  return current?.kind === 'reassessment' ? current.id : undefined;
}

/**
 * Keeps the current re-assessment of a hotel on this device while its screen is open, so that its
 * interviews can begin without a connection.
 */
export function useKeptReassessment(hotel: InStage | undefined): void {
  const enabled = hotel !== undefined && isDue(hotel);
  const { data } = useQuery({ ...cachedQuery(roundsOf(hotel?.id ?? 0)), enabled });
  usePhotosKept(usePreviousReading(enabled && data ? currentIn(data.value) : undefined));
}

/** Keeps the thumbnails of the previous answers' photos on this device, if there are any. */
function usePhotosKept(reading: Reading<Previous> | undefined): void {
  const hasFiles = reading?.value.answers.some(({ said }) =>
    said.some(({ files }) => files.length > 0),
  );
  useQuery({
    queryKey: ['photos of the last answers', reading?.value.roundId, reading?.savedAt],
    queryFn: async () => {
      if (reading)
        await (await import('#web/offline/files/last-photos.ts')).keepPhotos(reading.value);
      return null;
    },
    enabled: hasFiles === true && reading?.isCached === false,
  });
}

/** Returns what the round asks and how it was answered before; undefined until it is read. */
export function usePrevious(roundId: number | undefined): Previous | undefined {
  return usePreviousReading(roundId)?.value;
}

function usePreviousReading(roundId: number | undefined): Reading<Previous> | undefined {
  return useQuery({ ...cachedQuery(previousOf(roundId ?? 0)), enabled: roundId !== undefined })
    .data;
}

/**
 * Returns the part of an edition that an interview at this hotel asks, read from the server or from this
 * device.
 */
export async function readAskedPart(hotel: InStage, edition: Edition): Promise<AskedPart> {
  if (!isDue(hotel)) return {};
  const rounds = await readSource(roundsOf(hotel.id)).catch(() => null);
  const roundId = rounds && currentIn(rounds.value);
  if (roundId === undefined || roundId === null) return isKnown(rounds) ? {} : listUnknown;
  const previous = await readSource(previousOf(roundId)).catch(() => null);
  return previous ? partOf(edition, previous.value) : { roundId, ...listUnknown };
}

const listUnknown = { wholeBecause: 'list-unknown' } as const;

/**
 * True when the server itself has just sent the rounds. A reading of this device may be older than the hotel's
 * move to its stage.
 */
function isKnown(rounds: Reading<HotelRounds> | null): boolean {
  return rounds !== null && !rounds.isCached;
}

/** Returns the part of an edition that a round asks. */
export function partOf(
  { questions }: Pick<Edition, 'questions'>,
  { roundId, questions: keys }: Pick<Previous, 'roundId' | 'questions'>,
): AskedPart {
  if (!keys) return { roundId };
  const asked = idsOfKeys(questions, keys);
  return asked.length > 0 ? { roundId, asked } : { roundId, wholeBecause: 'nothing-failed' };
}
