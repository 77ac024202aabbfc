import type { Severity } from '#domain/actions/action.ts';
import type { PlanField } from '#domain/actions/join-plans.ts';
import type { RoundKind } from '#domain/rounds/round.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import type { Frozen, HotelEdit } from './records.ts';

/** Who does it: a user, a contact of the hotel, or somebody whom the plan adds to the contacts. */
export type PlanOwner = { name: string } & (
  { kind: 'user'; id: number } | { kind: 'contact'; id: number } | { kind: 'new'; clientId: string }
);

/** What the meeting says about one finding. What is left out has its default. */
export type PlanItem = {
  what?: string;
  owner?: PlanOwner | null;
  dueOn?: string;
  /**
   * When each field was edited, in milliseconds since 1970. Absent where an earlier release of the app
   * kept the item.
   */
  at?: Partial<Record<PlanField, number>>;
};

/** Somebody of the hotel who was met at the table. */
export type PlanPerson = { clientId: string; name: string; jobTitle: string };

/** An interview from which the plan was made. */
export type SheetInterview = {
  respondentName: string;
  respondentJobTitle: string;
  surveyTitle: string;
  /** An ISO moment. */
  completedAt: string;
  percent: number | null;
  verdict: Verdict;
  /** Why it needs a review, where the percent alone does not say so. */
  why: string | null;
};

/** The plan as it was agreed: all that is shown and printed of it, whatever happens to the rest. */
export type AgreedPlan = {
  /** When it was agreed, in milliseconds since 1970 by the device's clock. */
  at: number;
  by: string;
  percent: number | null;
  /** True where the installation hides scores and causes in exit meetings. */
  hidesScore?: true;
  interviews: SheetInterview[];
  items: {
    key: string;
    questionText: string;
    severity: Severity;
    answers: string[];
    what: string;
    ownerName: string | null;
    dueOn: string;
  }[];
  /** The files of the signatures, with the printed names. Null where nobody signed. */
  signatures: Record<Signatory, { fileId: string; name: string } | null>;
};

/** The two who sign. */
export type Signatory = 'assessor' | 'hotel';

/**
 * OUTBOX. The plan of an exit meeting, from the first thing that was typed. When it is agreed, the
 * same transaction adds the command that sends it. The plan then stays here to be read and printed,
 * until a month after the server has it.
 */
export type ExitPlan = {
  clientId: string;
  hotelId: number;
  hotelName: string;
  kind: RoundKind;
  /** The hotel's open round. Absent where this device does not know it. */
  roundId?: number;
  /** By the question's key. */
  items: Record<string, PlanItem>;
  people: PlanPerson[];
  /** Milliseconds since 1970, by the device's clock. */
  startedAt: number;
  /** Absent while it is being made. */
  agreed?: AgreedPlan;
  /** The client ids of the agreed plans that this one goes on from. */
  replaces?: string[];
  /** Who began it, where an Admin has taken it over. It is agreed in this person's name. */
  author?: { id: number; name: string };
  /** True when the server has it. */
  hasArrived?: true;
  /** In how many findings another plan of the round says something else, when the server took this one. */
  meets?: { undecided: number; otherwise: number; roundId: number | null };
  /** Since when it is kept, by the server's clock. */
  keptSince?: number;
  /**
   * The command that the server confirmed, and its epoch then: a server that was restored gets it again.
   * Absent in plans that arrived under an earlier release.
   */
  sent?: { command: PlanCommand; epoch: string };
};

/** OUTBOX. The plan that was agreed in an exit meeting. `body` is the JSON of POST …/exit-plans. */
export type PlanCommand = Frozen & {
  kind: 'exit-plan';
  /** The hotel's id. */
  subject: number;
  order: number;
  about: { hotelName: string; actions: number };
  /** When it was agreed, in milliseconds since 1970 by the device's clock. */
  madeAt: number;
  state: 'waiting' | 'needs-attention';
  /** True when it may have reached the server. */
  tried: boolean;
  /** Who held the meeting, where an Admin has taken it over. */
  heldBy?: number;
};

/** True for a plan that is being made. */
export function isDraft({ agreed }: Pick<ExitPlan, 'agreed'>): boolean {
  return agreed === undefined;
}

/** What waits in the table `commands`. */
export type Command = HotelEdit | PlanCommand;
