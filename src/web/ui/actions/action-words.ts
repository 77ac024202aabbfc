import type { ActionCounts, ActionEvent, Severity } from '#domain/actions/action.ts';
import { statusNames, type ActionStatus, type Move, type moves } from '#domain/actions/moves.ts';
import { countWords, formatDay, formatNumber } from '#web/lib/format.ts';
import type { Tone } from '#web/ui/theme/tones.ts';

export const severityWords: Readonly<Record<Severity, string>> = {
  critical: 'Critical',
  major: 'Major',
  minor: 'Minor',
};

/** Returns the name of a status with a capital, for use outside a sentence: "In progress". */
export function statusWords(status: ActionStatus): string {
  const name = statusNames[status];
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The tone of each status. A finished action must still be verified, so it is not green yet. */
export const statusTones: Readonly<Record<ActionStatus, Tone>> = {
  open: 'neutral',
  'in-progress': 'info',
  done: 'brass',
  verified: 'good',
  waived: 'neutral',
  'not-a-finding': 'neutral',
  withdrawn: 'neutral',
};

type PersonsMove = {
  [M in Move]: (typeof moves)[M]['byPeople'] extends true ? M : never;
}[Move];

/** The button label of each move that people make. */
export const moveLabels: Readonly<Partial<Record<Move, string>>> = {
  start: 'Start work',
  finish: 'Mark as done',
  return: 'Return',
  verify: 'Verify',
  withdraw: 'Withdraw',
};

/** The words after the person's name in an event: what they did, or what they tried if it came too late. */
const moveWords: Readonly<Record<PersonsMove, readonly [did: string, tried: string]>> = {
  start: ['started work', 'start work'],
  finish: ['marked it as done', 'mark it as done'],
  return: ['returned it', 'return it'],
  verify: ['verified it', 'verify it'],
  withdraw: ['withdrew it', 'withdraw it'],
};

const serverWords: Readonly<Record<Exclude<Move, PersonsMove>, string>> = {
  pass: 'Verified by a re-assessment: it asked the question again, and it is no finding.',
  reopen: 'Open again.',
  clear: 'Closed: not a finding.',
  waive: 'The question was waived at this hotel.',
  'find-again': 'Open again: the question failed once more in the same cycle.',
};

/** Returns the standard code in a question's key; undefined when the key has none. */
export function codeOf({ questionKey }: { questionKey: string }): string | undefined {
  return questionKey.startsWith('code:') ? questionKey.slice('code:'.length) : undefined;
}

/** Returns an event as a sentence: who did it (null for the server), and the words after the name. */
export function eventInWords(event: ActionEvent): { who: string | null; words: string } {
  const { by, move, applied, isByLink } = event;
  if (move && !isPersons(move)) return { who: null, words: serverWords[move] };
  const [did, tried] = partsOf(event);
  const words = applied ? `${did}.` : `tried to ${tried}.`;
  const who = by ?? 'Someone';
  return { who: isByLink ? `${who}, by link,` : who, words };
}

function isPersons(move: Move): move is PersonsMove {
  return move in moveWords;
}

function partsOf({ kind, move, dueOn, owner, files }: ActionEvent): readonly [string, string] {
  if (kind === 'status' && move && isPersons(move)) return moveWords[move];
  if (kind === 'due') {
    const day = formatDay(dueOn ?? null);
    return [`set the due date to ${day}`, `set the due date to ${day}`];
  }
  if (kind === 'owner')
    return owner
      ? [`made ${owner.name} the owner`, `make ${owner.name} the owner`]
      : ['left it without an owner', 'leave it without an owner'];
  if (kind === 'what') return ['changed what will be done', 'change what will be done'];
  if (kind === 'evidence')
    return [`added ${countWords(files?.length ?? 0, 'file')}`, 'add evidence'];
  return ['commented', 'comment'];
}

/** Returns for example "312 open actions, 40 overdue, 8 critical". */
export function countsInWords({ open, overdue, critical }: ActionCounts): string {
  return [
    countWords(open, 'open action'),
    ...(overdue > 0 ? [`${formatNumber(overdue)} overdue`] : []),
    ...(critical > 0 ? [`${formatNumber(critical)} critical`] : []),
  ].join(', ');
}
