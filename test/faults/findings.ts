import type { Progress } from '#domain/interviews/progress.ts';
import { isAnswered } from '#domain/interviews/progress.ts';

export type FindingKind =
  /** Something that the device had shown as saved is not on the server. */
  | 'lost'
  /** An interview is stored twice, or two tabs sent it at once. */
  | 'duplicated'
  /**
   * An interview is stored but incomplete: answers, sums, session, audit or receipt do not agree.
   */
  | 'partial'
  /** Something still waits although the connection is good. */
  | 'stuck'
  /** A screen showed something false. */
  | 'untrue'
  /** The harness itself, or the code under it, threw an error. */
  | 'broken';
export type Finding = { kind: FindingKind; what: string };

/** An interview as the person who holds it knows it. */
export type Held = {
  respondentName: string;
  /** Null until the device showed that it has begun. */
  clientId: string | null;
  /**
   * The answers that may be stored, by question: the last acknowledged one, and one that was being
   * written when the device died.
   */
  answers: Map<number, Set<string>>;
  /** The same for the notes on single answers. */
  remarks: Map<number, Set<string>>;
  /** Words of the notes that were acknowledged. */
  notes: string[];
  /** `maybe`: the device died while the interview was being given up. */
  abandoned: 'no' | 'maybe' | 'yes';
  /** When it was finished, or may have been, in milliseconds of the real time. */
  finishedAt: number[];
  /** The store was emptied while it held this interview, and no page had the interview open. */
  isWiped: boolean;
  /** An Admin deleted its response. */
  isDeleted: boolean;
};

/** What else happened to the device. */
export type Past = {
  clockWasSet: boolean;
  /** Milliseconds by which its clock ran on while it waited for replies. */
  waited: number;
  wasCleared: boolean;
  /**
   * The store was emptied after the device had sealed its work. Nobody was signed in, and nothing
   * is left that knows of the work: the device is like a new one.
   */
  wasClearedLocked: boolean;
};

/** Returns an answer in a form to compare. Empty text means no answer. */
export function answerText(entry: Progress[string] | undefined): string {
  if (!entry || !isAnswered(entry)) return '';
  const { answerId, textValue, na = false } = entry;
  return JSON.stringify([answerId, textValue, ...(na ? ['not applicable'] : [])]);
}
