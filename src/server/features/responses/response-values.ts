import type { InterviewTimes } from '#domain/responses/check-times.ts';
import type { ReviewReason } from '#domain/responses/review-reasons.ts';
import { scoreTypes } from '#server/db/responses/score-values.ts';
import { sqlType, type RowOf, type Types } from '#server/db/statements/statement-of-rows.ts';
import { furtherTypes } from './further-values.ts';
import type { ByContact } from './store-senders.ts';

/** The values that a response is stored with, and their types in PostgreSQL. Bytes are hexadecimal. */
export const responseTypes = {
  /** The person whose hotels are looked up; null for people who see every hotel. */
  scopeUserId: sqlType<number | null>('integer'),
  /**
   * The session's token and the sender's role, as remembered; null when nothing needs checking
   * again.
   */
  tokenHash: sqlType<string | null>('bytea'),
  roleId: sqlType<number | null>('integer'),
  /** The person who conducted the interview; null for a hotel contact. */
  userId: sqlType<number | null>('integer'),
  /** The sender, for the audit event: the same person, or the Admin who imports a file for them. */
  actorId: sqlType<number | null>('integer'),
  actorName: sqlType<string>('text'),
  action: sqlType<'response.stored' | 'response.imported'>('text'),
  clientId: sqlType<string>('text'),
  /** SHA-256 of the request. It distinguishes a repetition from other content under the same client id. */
  digest: sqlType<string>('text'),
  surveyId: sqlType<number>('integer'),
  edition: sqlType<number>('integer'),
  hotelId: sqlType<number | null>('integer'),
  /** The hotel as the device knew it. The stored hotel's own data wins, where the hotel exists. */
  hotelName: sqlType<string>('text'),
  hotelBrand: sqlType<string>('text'),
  hotelAddress: sqlType<string>('text'),
  respondentName: sqlType<string>('text'),
  respondentJobTitle: sqlType<string>('text'),
  notes: sqlType<string>('text'),
  ...scoreTypes,
  /** One byte for each question (`marksOf`). */
  marks: sqlType<string>('bytea'),
  startedAt: sqlType<InterviewTimes['startedAt']>('timestamptz'),
  completedAt: sqlType<InterviewTimes['completedAt']>('timestamptz'),
  claimedStartedAt: sqlType<string | null>('timestamptz'),
  claimedCompletedAt: sqlType<string | null>('timestamptz'),
  /**
   * When the interview began, as far as the server believes it. Decides whether the response
   * counts.
   */
  believedBegin: sqlType<string>('timestamptz'),
  syncStatus: sqlType<'pending' | 'synced'>('text'),
  /** Review reasons that the server found before the statement. */
  reasons: sqlType<ReviewReason[]>('text[]'),
  /** The id of the session that the device named. */
  sessionId: sqlType<number | null>('integer'),
  /**
   * True when the device sent a client id. Without a session, the response is then listed as its own
   * completed interview.
   */
  isCaptured: sqlType<boolean>('boolean'),
  ...furtherTypes,
  /** The waivers of the hotel by which the response was scored, as the database wrote them; null for none. */
  waivers: sqlType<string | null>('text'),
};
export type ResponseValues = RowOf<typeof responseTypes>;

/** The type of each value of a hotel contact's response in PostgreSQL. */
export const contactTypes: Types<ResponseValues & ByContact> = {
  ...responseTypes,
  contactId: 'integer',
  version: 'integer',
};
