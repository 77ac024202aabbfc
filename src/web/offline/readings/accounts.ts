import { z } from 'zod';

import { systemUserSchema } from '#domain/people/system-user.ts';
import { cachedQuery } from './cached-query.ts';

/** The fields of an account that lists of people show, as this device keeps them. */
const accountSchema = systemUserSchema
  .pick({ id: true, name: true, isActive: true, lastLogin: true })
  // Absent in readings of earlier releases.
  .extend({ email: z.string().default('') });
export type Account = z.infer<typeof accountSchema>;

/** The query for everyone with an account. Only Admins may call it. */
export const accountsQuery = cachedQuery({
  path: '/api/system-users',
  schema: z.array(accountSchema),
  formerly: 'dashboard /api/system-users',
});
