import type { BoardCard } from './board.ts';
import type { Stage } from './stages.ts';

/** What a hotel can wait for, the most urgent first. The board's address names them (`?duty=`). */
export const dutyNames = [
  'assess',
  'hold-session',
  'reassess',
  'evaluate',
  'move-on',
  'waiver-ends',
  'begin',
] as const;
export type DutyName = (typeof dutyNames)[number];

/** The filter for hotels whose stage waits for anything, used in place of a duty's name. */
export const anyDuty = 'any';

export type Duty = {
  name: DutyName;
  /** The hotels in the board's order, which is by name. */
  hotels: readonly Pick<BoardCard, 'id' | 'hotelName'>[];
};

type Card = Pick<
  BoardCard,
  | 'id'
  | 'hotelName'
  | 'stage'
  | 'status'
  | 'virtualSessionCompletionDate'
  | 'virtualReAssessmentCompletionDate'
  | 'isAssessed'
  | 'hasEvaluationNotes'
  | 'hasEndingWaiver'
  | 'responseCount'
>;

/** What the stage of a hotel can wait for. */
type StageDuty = Exclude<DutyName, 'waiver-ends'>;

/**
 * Returns what a hotel waits for next; undefined where it waits for nothing. The board's filter and the
 * dashboard's to-do list both call this function, so a row's count and the cards behind it are the same.
 *
 * | stage                 | waits for                                                                |
 * | --------------------- | ------------------------------------------------------------------------ |
 * | Initiated             | `begin`, until an interview was completed since; then `move-on`          |
 * | Onsite Assessment     | `assess`, until an interview was completed since the hotel came here     |
 * | Virtual Session       | `hold-session`, until it has its date; then `move-on`                    |
 * | Virtual Re-Assessment | `reassess`, until it has its date or an interview since; then `move-on`  |
 * | Evaluation            | `evaluate`, until notes are written                                      |
 * | Disposition           | nothing, and nothing in any stage once the hotel's status is Complete    |
 *
 * A hotel in Onsite Assessment never waits for `move-on`: the people there decide how many interviews it
 * needs. For the same reason notes do not make a hotel ready for Disposition.
 */
export function dutyOf(card: Card): StageDuty | undefined {
  if (card.status === 'Complete') return undefined;
  return waitsFor[card.stage](card);
}

const waitsFor: Readonly<Record<Stage, (card: Card) => StageDuty | undefined>> = {
  // Such as a self-assessment by link.
  Initiated: ({ isAssessed }) => (isAssessed === true ? 'move-on' : 'begin'),
  'Onsite Assessment': (card) =>
    card.responseCount === 0 || card.isAssessed === false ? 'assess' : undefined,
  'Virtual Session': (card) =>
    card.virtualSessionCompletionDate === null ? 'hold-session' : 'move-on',
  'Virtual Re-Assessment': (card) => {
    if (card.virtualReAssessmentCompletionDate !== null) return 'move-on';
    if (card.isAssessed === null) return undefined;
    return card.isAssessed ? 'move-on' : 'reassess';
  },
  Evaluation: ({ hasEvaluationNotes }) => (hasEvaluationNotes ? undefined : 'evaluate'),
  Disposition: () => undefined,
};

/**
 * Returns whether a waiver of the hotel ends soon, so that somebody should renew it or let it end. It comes
 * in addition to what the stage waits for. A hotel that is Complete or in Disposition never has it.
 */
function isWaiverEnding({ hasEndingWaiver, status, stage }: Card): boolean {
  return hasEndingWaiver === true && status !== 'Complete' && stage !== 'Disposition';
}

/** Returns whether a hotel waits for this; for `any`, whether its stage waits for something. */
export function hasDuty(card: Card, duty: DutyName | typeof anyDuty): boolean {
  if (duty === 'waiver-ends') return isWaiverEnding(card);
  const own = dutyOf(card);
  return duty === anyDuty ? own !== undefined : own === duty;
}

/** Returns the duties that at least one hotel has, the most urgent first. */
export function dutiesOf(cards: readonly Card[]): Duty[] {
  const waiting = new Map<DutyName, Card[]>();
  const add = (name: DutyName, card: Card) => {
    const list = waiting.get(name) ?? [];
    list.push(card);
    waiting.set(name, list);
  };
  for (const card of cards) {
    const name = dutyOf(card);
    if (name) add(name, card);
    if (isWaiverEnding(card)) add('waiver-ends', card);
  }
  return dutyNames.flatMap((name) => {
    const hotels = waiting.get(name);
    return hotels ? [{ name, hotels }] : [];
  });
}
