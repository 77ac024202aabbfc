/**
 * The states of an action, and every way from one to another (rule 131, docs/decisions/0065). An action
 * is what a hotel does about a finding.
 *
 * | status        | means                                                            |
 * | ------------- | ---------------------------------------------------------------- |
 * | open          | Nobody has begun.                                                |
 * | in-progress   | Somebody works on it, also after it was returned.                |
 * | done          | The hotel says that it is done. Nobody has verified it.          |
 * | verified      | A person, or the answer of a re-assessment, has verified it.     |
 * | waived        | Its question was waived at the hotel.                            |
 * | not-a-finding | An appeal, or a correction of its round, took the finding away.  |
 * | withdrawn     | An Admin has withdrawn it, with a reason.                        |
 */
export const actionStatuses = [
  'open',
  'in-progress',
  'done',
  'verified',
  'waived',
  'not-a-finding',
  'withdrawn',
] as const;
export type ActionStatus = (typeof actionStatuses)[number];

/** What each status is called: "An action that is in progress". */
export const statusNames: Readonly<Record<ActionStatus, string>> = {
  open: 'open',
  'in-progress': 'in progress',
  done: 'done',
  verified: 'verified',
  waived: 'waived',
  'not-a-finding': 'not a finding',
  withdrawn: 'withdrawn',
};

/** The statuses in which an action counts as open. Only these can be overdue. */
export const openStatuses = ['open', 'in-progress', 'done'] as const;
export type OpenStatus = (typeof openStatuses)[number];

export function isOpen(status: ActionStatus): status is OpenStatus {
  return openStatuses.some((one) => one === status);
}

type MoveRule = {
  from: readonly ActionStatus[];
  to: ActionStatus;
  /** The server makes the other moves, when a round is approved, an appeal upheld or a waiver granted. */
  byPeople: boolean;
  /** What the event must bring: words, or words or evidence. A critical action wants evidence there. */
  wants: 'nothing' | 'words' | 'words-or-evidence';
};

/**
 * The moves. Of any two that people make, no two have the same statuses, so that an event needs to name
 * its statuses only.
 */
export const moves = {
  start: { from: ['open'], to: 'in-progress', byPeople: true, wants: 'nothing' },
  finish: {
    from: ['open', 'in-progress'],
    to: 'done',
    byPeople: true,
    wants: 'words-or-evidence',
  },
  return: { from: ['done'], to: 'in-progress', byPeople: true, wants: 'words' },
  verify: { from: ['done'], to: 'verified', byPeople: true, wants: 'nothing' },
  withdraw: { from: openStatuses, to: 'withdrawn', byPeople: true, wants: 'words' },
  /** The re-assessment asked it again, and it is no finding. */
  pass: { from: openStatuses, to: 'verified', byPeople: false, wants: 'nothing' },
  /** An appeal or a correction took the finding away, or review did after an exit plan named it. */
  clear: { from: openStatuses, to: 'not-a-finding', byPeople: false, wants: 'nothing' },
  waive: { from: openStatuses, to: 'waived', byPeople: false, wants: 'nothing' },
  /** A round of the same cycle found it again. */
  'find-again': {
    from: ['done', 'verified', 'waived', 'not-a-finding', 'withdrawn'],
    to: 'open',
    byPeople: false,
    wants: 'nothing',
  },
} as const satisfies Record<string, MoveRule>;

export type Move = keyof typeof moves;
export const moveNames = Object.keys(moves) as [Move, ...Move[]];

/** Returns whether an action with this status can make the move. */
export function canMove(status: ActionStatus, move: Move): boolean {
  return moves[move].from.some((one) => one === status);
}

/**
 * Returns the move that a person makes between two statuses; undefined where there is none. A person
 * may have seen an earlier status, so the move is known by what they saw, and made from what is.
 */
export function moveBetween(from: ActionStatus, to: ActionStatus): Move | undefined {
  return moveNames.find(
    (move) => moves[move].byPeople && moves[move].to === to && canMove(from, move),
  );
}
