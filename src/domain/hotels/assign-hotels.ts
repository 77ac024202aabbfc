import { z } from 'zod';

import { idField, idSchema } from '#domain/identity.ts';

/** The most hotels that one call assigns. */
export const mostAssignedAtOnce = 20_000;

const consultantField = idField('Choose a service consultant from the list').nullable();

/** The body of POST /api/hotels/consultant. All hotels get the consultant, or none. */
export const assignHotelsSchema = z.object({
  serviceConsultantId: consultantField.describe('Null takes the hotels from their consultants.'),
  hotels: z
    .array(z.object({ id: idField('Choose a hotel'), from: idSchema.nullable() }))
    .min(1, 'Choose a hotel')
    .max(mostAssignedAtOnce, `Choose at most ${mostAssignedAtOnce} hotels`)
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Name a hotel once')
    .describe('Each with the consultant that the caller saw, as `from`.'),
});
export type AssignHotels = z.output<typeof assignHotelsSchema>;

/** The reply of POST /api/hotels/consultant. */
export const assignedHotelsSchema = z.object({
  changed: z.int().describe('How many hotels have another consultant now.'),
});
