import { setImmediate as othersTurn } from 'node:timers/promises';

import { endingSoon, endsSoonDays, heldWaivers, type KeptWaiver } from '#domain/waivers/waiver.ts';
import type { Board, BoardCard } from '#domain/workflow/board.ts';
import { stages } from '#domain/workflow/stages.ts';
import { endOfLine, type CardHotels, type Counts, type Latest } from './queries.ts';

/** The number of cards that are put together at a time. */
const portion = 500;

/** What the board adds to the fields of a hotel. */
type AddedFields = Pick<
  BoardCard,
  'hasEndingWaiver' | 'isAssessed' | 'responseCount' | 'sessionsInProgress'
>;

/**
 * Returns the board as JSON, in parts. The database keeps the JSON of each card's hotel, and here only text is put
 * together: with 20,000 hotels, objects that are checked and encoded would cost the server more time and
 * memory. `board-answer.test.ts` checks what the schema would.
 */
export async function* partsOfBoard(
  hotels: CardHotels,
  counts: Counts,
  latest: Latest,
  day: { now: number; timeZone: string },
): AsyncGenerator<string> {
  const perStage: Board['stages'] = stages.map((stage) => ({
    stage,
    count: hotels.counts[stage] ?? 0,
  }));
  yield `{"stages":${JSON.stringify(perStage)},"hotels":[`;
  await othersTurn();
  const cards = linesOf(hotels.cards);
  await othersTurn();
  const latestAt = new Map(latest.hotelId.map((id, index) => [id, index]));
  const cardAt = (card: string, index: number): string => {
    const id = hotels.id[index] ?? 0;
    const keptWaivers = hotels.keptWaivers[id];
    const place = latestAt.get(id);
    const added: AddedFields = {
      ...(keptWaivers && hasEnding(keptWaivers, day) && { hasEndingWaiver: true }),
      isAssessed: place !== undefined && latest.isAssessed[place] === true,
      responseCount: counts.responses[id] ?? 0,
      sessionsInProgress: counts.sessionsInProgress[id] ?? 0,
    };
    return `${card.slice(0, -1)},"latest":${latestAsJson(latest, place)},${JSON.stringify(added).slice(1)}`;
  };
  for (let begin = 0; begin < cards.length; begin += portion) {
    await othersTurn();
    const some = cards.slice(begin, begin + portion);
    const text = some.map((card, index) => cardAt(card, begin + index)).join(',');
    yield begin === 0 ? text : `,${text}`;
  }
  yield ']}';
}

function latestAsJson(latest: Latest, place: number | undefined): string {
  if (place === undefined) return 'null';
  const { totalScore, maxScore, passed, completedAt } = latest;
  return `{"totalScore":${totalScore[place]},"maxScore":${maxScore[place]},"passed":${passed[place]},"completedAt":"${completedAt[place]}Z"}`;
}

const linesOf = (text: string) => (text === '' ? [] : text.split(endOfLine));

function hasEnding(kept: KeptWaiver[], { now, timeZone }: { now: number; timeZone: string }) {
  // Computing the moments of a time zone takes long, so first compare days, with two days to spare.
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);
  const [first, last] = [day(-2), day(endsSoonDays + 2)];
  const isNear = kept.some(({ to, revokedAt }) => revokedAt === null && first <= to && to <= last);
  return isNear && endingSoon(heldWaivers(kept, now, timeZone), now).length > 0;
}
