import type { BoardCard } from './board.ts';
import type { Stage } from './stages.ts';

/** What a hotel waits for, by what the board knows of it. */
export const dutyNames = [
  'assess',
  'hold-session',
  'move-on',
  'reassess',
  'evaluate',
  'begin',
] as const;
export type DutyName = (typeof dutyNames)[number];

export type Duty = {
  name: DutyName;
  /** Where these hotels stand on the board. */
  stage: Stage;
  /** By name. */
  hotels: readonly Pick<BoardCard, 'id' | 'hotelName'>[];
};

type Card = Pick<
  BoardCard,
  'id' | 'hotelName' | 'stage' | 'status' | 'virtualSessionCompletionDate' | 'responseCount'
>;

const stageOf: Readonly<Record<DutyName, Stage>> = {
  begin: 'Initiated',
  assess: 'Onsite Assessment',
  'hold-session': 'Virtual Session',
  'move-on': 'Virtual Session',
  reassess: 'Virtual Re-Assessment',
  evaluate: 'Evaluation',
};

/** What each hotel waits for next; undefined where the work is done, or under way. */
function dutyOf(card: Card): DutyName | undefined {
  if (card.status === 'Complete') return undefined;
  switch (card.stage) {
    case 'Initiated':
      return 'begin';
    case 'Onsite Assessment':
      return card.responseCount === 0 ? 'assess' : undefined;
    case 'Virtual Session':
      return card.virtualSessionCompletionDate === null ? 'hold-session' : 'move-on';
    case 'Virtual Re-Assessment':
      return 'reassess';
    case 'Evaluation':
      return 'evaluate';
    case 'Disposition':
      return undefined;
  }
}

/** The work that hotels wait for, what is nearest to an assessment first; none that is empty. */
export function dutiesOf(cards: readonly Card[]): Duty[] {
  const waiting = new Map<DutyName, Card[]>();
  for (const card of cards) {
    const name = dutyOf(card);
    if (!name) continue;
    const list = waiting.get(name) ?? [];
    list.push(card);
    waiting.set(name, list);
  }
  return dutyNames.flatMap((name) => {
    const hotels = waiting.get(name);
    return hotels ? [{ name, stage: stageOf[name], hotels }] : [];
  });
}
