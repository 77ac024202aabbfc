import type { GeneratedAlways } from 'kysely';

import type { Created } from './column-types.ts';

// The table of links by which hotel contacts work without an account. See `schema.ts`.

export type ContactLinksTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  contactId: number;
  roundId: number;
  /** SHA-256 of the cookie that the link's token is exchanged for. */
  cookieHash: Buffer;
  createdAt: Created;
  expiresAt: string;
  revokedAt: string | null;
  lastUsedAt: string | null;
};
