import type { Generated, GeneratedAlways } from 'kysely';

import type { Created } from './column-types.ts';

// The table of people who work at a hotel and have no account. See `schema.ts`.

export type HotelContactsTable = {
  id: GeneratedAlways<number>;
  clientId: string;
  hotelId: number;
  name: string;
  email: string | null;
  jobTitle: Generated<string>;
  /** False for somebody who left: actions and their history still name them. */
  isActive: Generated<boolean>;
  createdAt: Created;
};
