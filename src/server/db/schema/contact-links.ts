import type { Generated, GeneratedAlways } from 'kysely';

import type { AnsweredAt, Progress, Remarks } from '#domain/interviews/progress.ts';
import type { Created, JsonDefault } from './column-types.ts';

// The tables of links for hotel contacts without an account, and of what they answer. See `schema.ts`.

export type ContactLinksTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  contactId: number;
  roundId: number;
  /** SHA-256 of the cookie that the link's newest token is exchanged for. */
  cookieHash: Buffer;
  /** The same of its former tokens: one of each earlier call that made the link. */
  formerHashes: Generated<Buffer[]>;
  createdAt: Created;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
};

/** What a contact has answered so far in one interview of a self-assessment. */
export type SelfAssessmentsTable = {
  id: GeneratedAlways<number>;
  /** The response has the same client id. */
  clientId: string;
  contactId: number;
  roundId: number;
  surveyId: number;
  edition: number;
  progress: JsonDefault<Progress>;
  answeredAt: JsonDefault<AnsweredAt>;
  remarks: JsonDefault<Remarks>;
  remarkedAt: JsonDefault<AnsweredAt>;
  notes: Generated<string>;
  startedAt: string;
  /** Counts the changes. */
  version: Generated<number>;
};
