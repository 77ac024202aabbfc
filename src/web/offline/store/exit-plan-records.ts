import type { Severity } from '#domain/actions/action.ts';
import type { PlanField } from '#domain/actions/join-plans.ts';
import type { RoundKind } from '#domain/rounds/round.ts';
import type { Verdict } from '#domain/scoring/verdict.ts';
import type { Frozen, HotelEdit } from './records.ts';

/**
 * The owner of an action in an exit plan: a user, a hotel contact, or somebody whom the plan adds to the
 * contacts.
 */
export type PlanOwner = { name: string } & (
  { kind: 'user'; id: number } | { kind: 'contact'; id: number } | { kind: 'new'; clientId: string }
);

/** What the meeting agreed about one finding. A field that is absent has its default. */
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

/** Somebody of the hotel who took part in the meeting. */
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
  /** Why the interview needs a review; null when the percent alone explains it. */
  why: string | null;
};

/**
 * The plan as it was agreed. It holds all that is shown and printed, so later changes elsewhere do not alter
 * it.
 */
export type AgreedPlan = {
  /** When it was agreed, in milliseconds since 1970 by the device's clock. */
  at: number;
  by: string;
  percent: number | null;
  /** True when the installation hides scores and causes in exit meetings. */
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
  /** Absent until the plan is agreed. */
  agreed?: AgreedPlan;
  /** The client ids of the agreed plans that this plan continues. */
  replaces?: string[];
  /** The person who began the plan, if an Admin has taken it over. The plan is agreed in that person's name. */
  author?: { id: number; name: string };
  /** True when the server has it. */
  hasArrived?: true;
  /**
   * Set when another plan of the round differed as the server stored this one: in how many findings, and the
   * round.
   */
  meets?: { undecided: number; otherwise: number; roundId: number | null };
  /** The start of the month for which a sent plan is kept, in milliseconds since 1970 by the server's clock. */
  keptSince?: number;
  /**
   * The command that the server confirmed, and the server's epoch at that time. A restored server gets the
   * command again. Absent in plans that arrived under an earlier release.
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
  /** The id of the user who held the meeting, if an Admin has taken the plan over. */
  heldBy?: number;
};

/** True for a plan that is being made. */
export function isDraft({ agreed }: Pick<ExitPlan, 'agreed'>): boolean {
  return agreed === undefined;
}

/** A record of the table `commands`. */
export type Command = HotelEdit | PlanCommand;
