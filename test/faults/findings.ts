import type { Progress } from '#domain/interviews/progress.ts';
import { isAnswered } from '#domain/interviews/progress.ts';

export type FindingKind =
  /** Something that was acknowledged as saved on the device is not on the server. */
  | 'lost'
  /** An interview is stored twice, or was sent by two tabs at once. */
  | 'duplicated'
  /** Stored, but not whole: answers, sums, session, audit or receipt do not agree. */
  | 'partial'
  /** With a good connection something still waits. */
  | 'stuck'
  /** A screen said what is not so. */
  | 'untrue'
  /** The harness itself, or the code under it, threw. */
  | 'broken';
export type Finding = { kind: FindingKind; what: string };

/** An interview as the person who holds it knows it. */
export type Held = {
  respondentName: string;
  /** Null until the device said that it has begun. */
  clientId: string | null;
  /** What may be stored by question: the acknowledged answer, and one that died on its way. */
  answers: Map<number, Set<string>>;
  /** Words of the notes that were acknowledged. */
  notes: string[];
  /** `maybe`: the device died while it was being given up. */
  abandoned: 'no' | 'maybe' | 'yes';
  /** When it was finished, or was tried to be, in milliseconds of the real time. */
  finishedAt: number[];
  /** The store was emptied while this was in it, and no page held it. */
  isWiped: boolean;
  /** An Admin deleted its response. */
  isDeleted: boolean;
};

/** What happened to the device besides. */
export type Past = {
  clockWasSet: boolean;
  /** Milliseconds by which its clock ran on while nothing was heard. */
  waited: number;
  wasCleared: boolean;
  /**
   * The store was emptied after the device had locked its work away. Nobody was signed in, and
   * nothing is left that knows of it: such a device is like a new one.
   */
  wasClearedLocked: boolean;
};

/** An answer as it is compared; the empty one stands for none. */
export function answerText(entry: Progress[string] | undefined): string {
  return entry && isAnswered(entry) ? JSON.stringify([entry.answerId, entry.textValue]) : '';
}
