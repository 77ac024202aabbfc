import type { Generated, GeneratedAlways } from 'kysely';

import type { AppealStatus } from '#domain/appeals/appeal.ts';
import type { RoundKind, RoundStatus } from '#domain/rounds/round.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Created } from './column-types.ts';

// The tables of cycles, rounds and waivers. See `schema.ts`.

export type CyclesTable = {
  id: GeneratedAlways<number>;
  hotelId: number;
  /** From 1, by hotel. */
  number: number;
  beganAt: Created;
  endedAt: string | null;
  outcome: Generated<string>;
};

export type RoundsTable = {
  id: GeneratedAlways<number>;
  /** Null for a round that the hotel's stage opened. */
  clientId: string | null;
  /** The digest of the call that planned it. Null where nobody planned it, or before there were digests. */
  digest: Buffer | null;
  cycleId: number;
  hotelId: number;
  kind: RoundKind;
  stage: Stage;
  status: Generated<RoundStatus>;
  parentId: number | null;
  surveyIds: number[] | null;
  questions: string[] | null;
  blind: Generated<boolean>;
  plannedFrom: string | null;
  plannedTo: string | null;
  openedAt: string | null;
  submittedAt: string | null;
  submittedById: number | null;
  /** While this is set, the round's responses and their evidence are locked. */
  approvedAt: string | null;
  approvedById: number | null;
  /** Who reopened it last. */
  reopenedAt: string | null;
  reopenedById: number | null;
  /** True once an approval has made the actions of its findings. */
  hasActions: Generated<boolean>;
  version: Generated<number>;
  createdAt: Created;
};

export type RoundPeopleTable = { roundId: number; userId: number };

/** Since when a round was the one to which the hotel's new interviews belong. */
export type RoundTimesTable = { roundId: number; hotelId: number; since: string };

export type ReviewRemarksTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  responseId: number;
  /** Null for a remark on the whole response. */
  questionId: number | null;
  text: string;
  author: string;
  authorId: number | null;
  at: Created;
  resolvedAt: string | null;
};

export type AppealsTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  responseId: number;
  questionId: number;
  /** The option that the answer should be; null for not applicable. */
  wantedId: number | null;
  claim: string;
  status: Generated<AppealStatus>;
  filedBy: string;
  filedById: number | null;
  /** The hotel contact who filed it. Then `filedById` is null. */
  filedByContactId: number | null;
  filedAt: Created;
  closedBy: string | null;
  closedById: number | null;
  closedAt: string | null;
  reason: string | null;
};

export type WaiversTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  hotelId: number;
  questionKey: string;
  reason: string;
  validFrom: string;
  validTo: string;
  grantedAt: Generated<string>;
  grantedById: number | null;
  revokedAt: string | null;
  revokedById: number | null;
};
