import type { Generated, GeneratedAlways } from 'kysely';
import type { RevisionCause } from '#domain/responses/correction.ts';
import type { FurtherFields } from '#domain/responses/further-fields.ts';
import type { syncStatuses } from '#domain/responses/response.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import type { ScoredAnswer } from '#domain/scoring/scored-answer.ts';
import type { Cause } from '#domain/scoring/causes.ts';
import type { Stage } from '#domain/workflow/stages.ts';
import type { Created, Json, JsonDefault, JsonOrNull, Moment } from './column-types.ts';

// The tables of responses, their revisions, and what was deleted. See `schema.ts`.

export type ResponsesTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  sessionId: number | null;
  digest: string;
  userId: number | null;
  /** The hotel contact who sent it by link. Then `userId` is null. */
  contactId: number | null;
  surveyId: number;
  edition: number;
  hotelId: number | null;
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  hotelStage: Stage | null;
  respondentName: string;
  respondentJobTitle: string;
  notes: Generated<string>;
  answers: JsonDefault<ScoredAnswer[]>;
  lost: Generated<(number | null)[]>;
  totalScore: number;
  maxScore: number;
  /** The verdict by the rules of the edition; null where nothing is scored. */
  passed: boolean | null;
  causes: Generated<Cause[]>;
  /** The places of the questions that are not applicable. */
  na: Generated<number[]>;
  /** One byte for each question: answered, and a finding (`marksOf`). */
  marks: Generated<Buffer>;
  /** Whether an answer has a note. The database keeps it. */
  noted: GeneratedAlways<boolean>;
  fitScore: Generated<number>;
  fitMax: Generated<number>;
  actionScore: Generated<number>;
  actionMax: Generated<number>;
  environmentScore: Generated<number>;
  environmentMax: Generated<number>;
  startedAt: string | null;
  completedAt: string;
  receivedAt: Moment;
  /** When any part of the response was stored or last changed. */
  updatedAt: Moment;
  /** Seconds from start to completion. */
  duration: GeneratedAlways<number | null>;
  /** The first day of the month of completion in UTC, as `2026-03-01`. */
  completedMonth: GeneratedAlways<string>;
  claimedStartedAt: string | null;
  claimedCompletedAt: string | null;
  syncStatus: Generated<(typeof syncStatuses)[number]>;
  reviewReasons: Generated<ReviewReason[]>;
  /** True when the response is part of the figures (rule 43). */
  counts: Generated<boolean>;
  reviewedAt: string | null;
  reviewedById: number | null;
  revision: Generated<number>;
  firstTotal: number | null;
  firstMax: number | null;
  files: JsonOrNull<NonNullable<FurtherFields['files']>>;
  /** The round in which the interview was held. It refers to nothing, to keep storing fast. */
  roundId: number | null;
  asked: number[] | null;
  revises: string | null;
  /**
   * When each question was last answered, in seconds since the interview began, by place as in
   * `lost`.
   */
  timing: (number | null)[] | null;
  language: string | null;
  evidenceReason: string | null;
  /** When somebody returned it to its assessor. */
  returnedAt: string | null;
  returnedById: number | null;
};

export type ResponseRevisionsTable = {
  id: GeneratedAlways<number>;
  responseId: number;
  number: number;
  clientId: string | null;
  cause: RevisionCause;
  answers: Json<ScoredAnswer[]>;
  lost: (number | null)[];
  totalScore: number;
  maxScore: number;
  passed: boolean | null;
  causes: Generated<Cause[]>;
  na: Generated<number[]>;
  fitScore: number;
  fitMax: number;
  actionScore: number;
  actionMax: number;
  environmentScore: number;
  environmentMax: number;
  byId: number;
  at: Created;
  reason: string | null;
  notes: string | null;
  files: JsonOrNull<NonNullable<FurtherFields['files']>>;
  /** The digest of the request that brought it. */
  digest: string | null;
  /** False for what arrived after the round was approved: the row holds what arrived. */
  applied: Generated<boolean>;
};

export type TombstonesTable = {
  kind: 'session' | 'response' | 'evidence';
  clientId: string;
  hotelId: number | null;
  surveyId: number | null;
  beganAt: string | null;
  /** The brand that the hotel of an abandoned interview had then. A trigger sets it. */
  hotelBrand: Generated<string | null>;
  deletedAt: Created;
  deletedById: number | null;
};
