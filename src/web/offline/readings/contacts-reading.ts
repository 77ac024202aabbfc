import { z } from 'zod';

import { contactSchema } from '#domain/contacts/contact.ts';
import { cachedQuery } from './cached-query.ts';

export const contactsPath = (hotelId: number) => `/api/hotels/${hotelId}/contacts` as const;

/**
 * Returns the query for a hotel's contacts, including those who have left. The device keeps the last reading.
 */
export function contactsQuery(hotelId: number) {
  return cachedQuery({ path: contactsPath(hotelId), schema: z.array(contactSchema) });
}
