import type { InterviewTimes } from '#domain/responses/check-times.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import type { Cause } from '#domain/scoring/causes.ts';
import type { SumColumn } from '#server/db/score-columns.ts';
import type { Types } from '#server/db/statement-of-rows.ts';
import type { ByContact } from './store-senders.ts';

/** The values that a response is stored with, except the points per category. Bytes are hexadecimal. */
type Values = {
  /** The person whose hotels are looked up; null for people who see every hotel. */
  scopeUserId: number | null;
  /**
   * The session's token and the sender's role, as remembered; null when nothing needs checking
   * again.
   */
  tokenHash: string | null;
  roleId: number | null;
  /** The person who conducted the interview; null for a hotel contact. */
  userId: number | null;
  /** The sender, for the audit event: the same person, or the Admin who imports a file for them. */
  actorId: number | null;
  actorName: string;
  action: 'response.stored' | 'response.imported';
  clientId: string;
  /** SHA-256 of the request. It distinguishes a repetition from other content under the same client id. */
  digest: string;
  surveyId: number;
  edition: number;
  hotelId: number | null;
  /** The hotel as the device knew it. The stored hotel's own data wins, where the hotel exists. */
  hotelName: string;
  hotelBrand: string;
  hotelAddress: string;
  respondentName: string;
  respondentJobTitle: string;
  notes: string;
  /** The scored answers, as JSON. */
  answers: string;
  totalScore: number;
  maxScore: number;
  /** Points lost per question, in the edition's order. */
  lost: readonly (number | null)[];
  /** The verdict; null where nothing is scored. */
  passed: boolean | null;
  causes: readonly Cause[];
  /** The places of the questions that are not applicable. */
  na: readonly number[];
  /** One byte for each question (`marksOf`). */
  marks: string;
  startedAt: InterviewTimes['startedAt'];
  completedAt: InterviewTimes['completedAt'];
  claimedStartedAt: string | null;
  claimedCompletedAt: string | null;
  /**
   * When the interview began, as far as the server believes it. Decides whether the response
   * counts.
   */
  believedBegin: string;
  syncStatus: 'pending' | 'synced';
  /** Review reasons that the server found before the statement. */
  reasons: ReviewReason[];
  /** The id of the session that the device named. */
  sessionId: number | null;
  /**
   * True when the device sent a client id. Without a session, the response is then listed as its own
   * completed interview.
   */
  isCaptured: boolean;
  /** The response's files, as JSON. */
  files: string | null;
  /** The round that the device named. Without one, the round of the time when the interview began. */
  roundId: number | null;
  asked: readonly number[] | null;
  revises: string | null;
  /**
   * When each question was last answered, in seconds since the interview began, in the edition's
   * order.
   */
  timing: (number | null)[] | null;
  language: string | null;
  evidenceReason: string | null;
  /** The waivers of the hotel by which the response was scored, as the database wrote them; null for none. */
  waivers: string | null;
};

/** The values that a response is stored with. */
export type ResponseValues = Values & Record<SumColumn, number | null>;

/** The type of each value in PostgreSQL. */
export const responseTypes: Types<ResponseValues> = {
  scopeUserId: 'integer',
  tokenHash: 'bytea',
  roleId: 'integer',
  userId: 'integer',
  actorId: 'integer',
  actorName: 'text',
  action: 'text',
  clientId: 'text',
  digest: 'text',
  surveyId: 'integer',
  edition: 'integer',
  hotelId: 'integer',
  hotelName: 'text',
  hotelBrand: 'text',
  hotelAddress: 'text',
  respondentName: 'text',
  respondentJobTitle: 'text',
  notes: 'text',
  answers: 'jsonb',
  totalScore: 'integer',
  maxScore: 'integer',
  fitScore: 'integer',
  fitMax: 'integer',
  actionScore: 'integer',
  actionMax: 'integer',
  environmentScore: 'integer',
  environmentMax: 'integer',
  lost: 'smallint[]',
  passed: 'boolean',
  causes: 'text[]',
  na: 'smallint[]',
  marks: 'bytea',
  startedAt: 'timestamptz',
  completedAt: 'timestamptz',
  claimedStartedAt: 'timestamptz',
  claimedCompletedAt: 'timestamptz',
  believedBegin: 'timestamptz',
  syncStatus: 'text',
  reasons: 'text[]',
  sessionId: 'integer',
  isCaptured: 'boolean',
  files: 'jsonb',
  roundId: 'integer',
  asked: 'integer[]',
  revises: 'text',
  timing: 'smallint[]',
  language: 'text',
  evidenceReason: 'text',
  waivers: 'text',
};

/** The type of each value of a hotel contact's response in PostgreSQL. */
export const contactTypes: Types<ResponseValues & ByContact> = {
  ...responseTypes,
  contactId: 'integer',
  version: 'integer',
};
