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
  /**
   * True when people make the move. The server makes the others: when a round is approved, an appeal upheld
   * or a waiver granted.
   */
  byPeople: boolean;
  /**
   * What the event must bring: nothing, words, or words or evidence. For a critical action, "words
   * or evidence" means evidence.
   */
  wants: 'nothing' | 'words' | 'words-or-evidence';
};

/**
 * The moves. No two moves that people make connect the same two statuses, so an event only names its
 * statuses.
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
  /** A re-assessment asked the question again, and the answer is no finding. */
  pass: { from: openStatuses, to: 'verified', byPeople: false, wants: 'nothing' },
  /**
   * What closed it no longer holds: the re-assessment that verified it was corrected, or its waiver was
   * revoked.
   */
  reopen: { from: ['verified', 'waived'], to: 'open', byPeople: false, wants: 'nothing' },
  /**
   * An appeal or a correction removed the finding, or a review removed it after an exit plan had named it.
   */
  clear: { from: openStatuses, to: 'not-a-finding', byPeople: false, wants: 'nothing' },
  waive: { from: openStatuses, to: 'waived', byPeople: false, wants: 'nothing' },
  /** A round of the same cycle shows the same finding again. */
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
 * Returns the move that a person makes between two statuses; undefined where there is none. The person may
 * have seen an earlier status. So the statuses that they saw identify the move, and the server makes it
 * from the present status.
 */
export function moveBetween(from: ActionStatus, to: ActionStatus): Move | undefined {
  return moveNames.find(
    (move) => moves[move].byPeople && moves[move].to === to && canMove(from, move),
  );
}
