import type { Generated, GeneratedAlways } from 'kysely';

import type { ActionEvent, Severity } from '#domain/actions/action.ts';
import type { ActionStatus } from '#domain/actions/moves.ts';
import type { Created, Json } from './column-types.ts';

// The tables of actions and their history. See `schema.ts`.

export type ActionsTable = {
  id: GeneratedAlways<number>;
  /** Files of the action name it as their interview. */
  clientId: string;
  hotelId: number;
  cycleId: number;
  /** The round in which it was found first. */
  roundId: number;
  questionKey: string;
  questionId: number;
  questionText: string;
  responses: number[];
  severity: Severity;
  /** What the hotel will do. */
  what: Generated<string>;
  ownerUserId: number | null;
  ownerContactId: number | null;
  ownerName: string | null;
  dueOn: string;
  status: Generated<ActionStatus>;
  repeatOf: number | null;
  /** The rounds of the cycle that found it. */
  foundIn: number[];
  /** When it was found last. */
  foundAt: Generated<string>;
  closedByResponseId: number | null;
  version: Generated<number>;
  createdAt: Created;
};

/** What an event brought, by its kind. */
export type ActionEventBody = Pick<
  ActionEvent,
  'move' | 'from' | 'to' | 'dueOn' | 'owner' | 'what' | 'roundId' | 'responseId'
> & { text?: string; fileIds?: string[] };

export type ActionEventsTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  actionId: number;
  kind: ActionEvent['kind'];
  body: Json<ActionEventBody>;
  applied: Generated<boolean>;
  refusal: string | null;
  /** Null for what the server did. */
  actorName: string | null;
  actorUserId: number | null;
  /** Set for what a hotel contact did by link. */
  actorContactId: number | null;
  claimedAt: string | null;
  at: Created;
};

/** A plan that was agreed in an exit meeting. */
export type ExitPlansTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  digest: Buffer;
  hotelId: number;
  roundId: number | null;
  heldAt: string;
  agreedBy: string;
  agreedById: number | null;
  assessorFile: string | null;
  hotelFile: string | null;
  hotelName: string;
  /** When its items were written to actions. */
  takenAt: string | null;
  createdAt: Created;
  /** The client ids of the plans that it goes on from. */
  replaces: Generated<string[]>;
  /** The Admin who sent it for somebody else. */
  sentBy: string | null;
  sentById: number | null;
};

/** What a plan says about one finding. */
export type ExitPlanItemsTable = {
  id: GeneratedAlways<number>;
  planId: number;
  clientId: string;
  surveyId: number;
  questionKey: string;
  questionId: number | null;
  questionText: string;
  what: string;
  ownerUserId: number | null;
  ownerContactId: number | null;
  ownerName: string | null;
  dueOn: string;
  /** When each field was edited. Null for a default. */
  whatAt: string | null;
  ownerAt: string | null;
  dueAt: string | null;
  /** When and by whom this item was chosen over those of other plans. */
  chosenAt: string | null;
  chosenBy: string | null;
};
