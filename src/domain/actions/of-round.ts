import { marks } from '#domain/results/repeat-finding.ts';
import type { RoundKind } from '#domain/rounds/round.ts';
import { questionMaximum } from '#domain/scoring/score-response.ts';
import type { GivenAnswer } from '#domain/scoring/scored-answer.ts';
import { standingsOf } from '#domain/scoring/standing.ts';
import type { EditionQuestion } from '#domain/surveys/edition.ts';
import { questionKey } from '#domain/surveys/question-key.ts';
import { severities, type Severity } from './action.ts';
import { canMove, type ActionStatus } from './moves.ts';

/*
 * What an approval does to the actions of a cycle (rules 130 and 133)
 * ===================================================================
 *
 * The problem. A round is approved, reopened, corrected and approved again; appeals change its answers;
 * other rounds of the same cycle ask the same questions. No action may be made twice by that, and no
 * work that a hotel has done may be lost.
 *
 * The idea. A cycle has at most one action of a question's key. The action remembers which rounds found
 * it (`foundIn`). So the same function serves every approval and every upheld appeal: it compares what
 * the round shows now with what the cycle's actions remember.
 *
 * | the round shows        | no action | it remembers the round       | it does not remember the round |
 * | ---------------------- | --------- | ---------------------------- | ------------------------------ |
 * | a finding              | is made   | not a finding: open again;   | closed or done: open again;    |
 * |                        |           | otherwise as it is           | otherwise as it is; remembers  |
 * | no finding, in a       | –         | open: verified; forgets      | open: verified                 |
 * | re-assessment          |           |                              |                                |
 * | nothing, or no finding | –         | forgets; open and remembers  | verified by this round: open   |
 * | in another round       |           | none: not a finding          | again; otherwise as it is      |
 *
 * A question that is waived at the hotel today gets no action, and its action is not opened again.
 *
 * Rounds are not always approved in the order in which they were held. So between two rounds the later
 * interview decides: a finding from before the answer that verified an action does not open it, and an
 * answer from before the latest finding verifies nothing.
 *
 * What would break if you changed it. If the action remembered only the last round, approving an earlier
 * round again would look as if it had found the same once more, and would open what is verified.
 */

/** A response of the round that counts, with the questions of its edition. */
export type AnsweredResponse = {
  readonly id: number;
  readonly completedAt: string;
  readonly questions: readonly EditionQuestion[];
  /** The stored marks, one byte for each question (`marks` in `repeat-finding.ts`). */
  readonly marks: Uint8Array | null;
  /** The points lost at each question. */
  readonly lost: readonly (number | null)[];
  readonly answers: readonly GivenAnswer[];
  readonly asked: readonly number[] | null;
};

/** What a round shows of one question. */
export type Found = {
  readonly key: string;
  readonly questionId: number;
  readonly text: string;
  severity: Severity;
  readonly responses: number[];
  /** When the latest interview that shows it was completed. */
  readonly foundAt: string;
};

/** The response that passed a question, and when it was completed. */
type Pass = { readonly id: number; readonly at: string };

/**
 * What a round shows: its findings, the most severe first, and by question key the response that
 * passed the question.
 */
export type Shown = {
  readonly found: readonly Found[];
  readonly passed: ReadonlyMap<string, Pass>;
};

/**
 * Returns what a round shows.
 *
 * @param responses the responses that count, the latest first: a finding gets the question's text from the
 * latest
 */
export function shownBy(responses: readonly AnsweredResponse[], kind: RoundKind): Shown {
  const found = new Map<string, Found>();
  const passed = new Map<string, Pass>();
  const unanswered = new Set<string>();
  for (const { id, completedAt, questions, answers, asked, lost, marks: bytes } of responses) {
    const standings = kind === 'reassessment' ? standingsOf(questions, answers, asked) : [];
    for (const [place, question] of questions.entries()) {
      const mark = bytes?.[place] ?? 0;
      const key = questionKey(question);
      if (standings[place] === 'unanswered' && questionMaximum(question) !== null)
        unanswered.add(key);
      if ((mark & marks.finding) === 0) {
        if (mark & marks.answered && !passed.has(key)) passed.set(key, { id, at: completedAt });
        continue;
      }
      const severity = severityOf(question, lost[place] ?? 0);
      const known = found.get(key);
      if (known) {
        known.responses.push(id);
        if (graver(severity, known.severity)) known.severity = severity;
      } else {
        const { id: questionId, text } = question;
        const first = { key, questionId, text, severity, responses: [id] };
        found.set(key, { ...first, foundAt: completedAt });
      }
    }
  }
  for (const key of [...found.keys(), ...unanswered]) passed.delete(key);
  const rank = ({ severity }: Found) => severities.indexOf(severity);
  return {
    found: [...found.values()].toSorted((one, other) => rank(one) - rank(other)),
    passed: kind === 'reassessment' ? passed : new Map(),
  };
}

/**
 * Returns the severity of a finding (rule 130). Critical: its question is critical. Major: every
 * point was lost. Minor: anything else.
 */
export function severityOf(question: EditionQuestion, lost: number): Severity {
  if (question.critical) return 'critical';
  const maximum = questionMaximum(question) ?? 0;
  return maximum > 0 && lost >= maximum ? 'major' : 'minor';
}

function graver(one: Severity, other: Severity): boolean {
  return severities.indexOf(one) < severities.indexOf(other);
}

/** The fields of a cycle's action that an approval reads. */
export type KnownAction = {
  readonly id: number;
  readonly questionKey: string;
  readonly status: ActionStatus;
  readonly severity: Severity;
  readonly foundIn: readonly number[];
  readonly responses: readonly number[];
  /** When the latest interview of another round that shows the finding was completed; null for none. */
  readonly foundElsewhereAt: string | null;
  /**
   * The round whose approval verified it, and when the interview with that answer was completed (null
   * where the response was deleted). Null when it is not verified, or a person verified it.
   */
  readonly verifiedBy: { readonly roundId: number; readonly at: string | null } | null;
};

/** How an approval changes one action. */
export type ActionChange = {
  readonly id: number;
  readonly move: 'find-again' | 'pass' | 'reopen' | 'clear' | null;
  readonly from: ActionStatus;
  readonly severity: Severity;
  readonly foundIn: readonly number[];
  readonly responses: readonly number[];
  /** The response that shows that the finding is gone; null for any other move. */
  readonly passedBy: number | null;
};

type Approved = {
  readonly id: number;
  /** The ids of all responses of the round that count. */
  readonly responses: readonly number[];
  /** The keys of the questions that are waived at the hotel today. */
  readonly waived: ReadonlySet<string>;
};

/** Returns the actions that an approval makes, and how it changes the existing ones, by the table above. */
export function changesOfRound(
  round: Approved,
  { found, passed }: Shown,
  known: readonly KnownAction[],
): { made: readonly Found[]; changes: readonly ActionChange[] } {
  const foundBy = new Map(found.map((one) => [one.key, one]));
  const changes = known.flatMap((action) => {
    const key = action.questionKey;
    return changeOf(action, round, foundBy.get(key), passed.get(key) ?? null) ?? [];
  });
  const hasAction = new Set(known.map(({ questionKey: key }) => key));
  const made = found.filter(({ key }) => !hasAction.has(key) && !round.waived.has(key));
  return { made, changes };
}

/** Returns how the approval changes an action; null when it stays as it is. */
function changeOf(
  action: KnownAction,
  round: Approved,
  now: Found | undefined,
  passedBy: Pass | null,
): ActionChange | null {
  const { id, status, severity } = action;
  const others = action.foundIn.filter((one) => one !== round.id);
  const kept = action.responses.filter((one) => !round.responses.includes(one));
  const showing = now ? [...kept, ...now.responses] : kept;
  // If no response shows the finding any more, keep the former ones, so that the closed action still
  // names them.
  const responses = showing.length > 0 ? showing : action.responses;
  const move = moveOf(action, round, now, passedBy);
  const isSame =
    action.foundIn.includes(round.id) === (now !== undefined) &&
    sameIds(responses, action.responses);
  if (move === null && isSame) return null;
  return {
    ...{ id, move, from: status, responses },
    passedBy: move === 'pass' && passedBy ? passedBy.id : null,
    foundIn: now ? [...others, round.id] : others,
    severity: now && graver(now.severity, severity) ? now.severity : severity,
  };
}

function moveOf(
  { questionKey, status, foundIn, foundElsewhereAt, verifiedBy }: KnownAction,
  round: Approved,
  now: Found | undefined,
  passedBy: Pass | null,
): ActionChange['move'] {
  const remembers = foundIn.includes(round.id);
  const isVerifiedHere = verifiedBy?.roundId === round.id;
  if (now) {
    const isOld = !isVerifiedHere && isBefore(now.foundAt, verifiedBy?.at);
    const isNews = status === 'not-a-finding' || (!remembers && !isOld);
    if (!isNews || round.waived.has(questionKey)) return null;
    return allowed(status, 'find-again');
  }
  if (passedBy) return isBefore(passedBy.at, foundElsewhereAt) ? null : allowed(status, 'pass');
  if (isVerifiedHere && foundIn.length > 0)
    return round.waived.has(questionKey) ? null : allowed(status, 'reopen');
  return remembers && foundIn.every((one) => one === round.id) ? allowed(status, 'clear') : null;
}

type ServerMove = NonNullable<ActionChange['move']>;

function allowed(status: ActionStatus, move: ServerMove): ServerMove | null {
  return canMove(status, move) ? move : null;
}

function isBefore(one: string, other: string | null | undefined): boolean {
  return other != null && Date.parse(one) < Date.parse(other);
}

function sameIds(some: readonly number[], others: readonly number[]): boolean {
  return some.length === others.length && some.every((id) => others.includes(id));
}
