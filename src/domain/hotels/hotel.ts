import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { digestField } from '#domain/sync/client-id.ts';
import { longestFreeText } from '#domain/text.ts';
import { hotelFieldNames, type HotelField } from './hotel-fields.ts';
import { hotelAnswers, hotelInputs, hotelValues } from './hotel-shapes.ts';

/**
 * What people fill in for a new hotel: the form, an import's row, and the body of POST /api/hotels.
 * 400 at `hotelId` where another hotel has that code, and at `serviceConsultantId` where the number
 * is not a Service Consultant's.
 */
export const hotelInputSchema = z.object(hotelInputs);
export type HotelInput = z.infer<typeof hotelInputSchema>;

/** GET /api/hotels/filtered: the server accepts both and ignores them (rule 5). */
export const filteredHotelsQuerySchema = z.object({
  userId: z.string().optional().describe('Not looked at: the session says who asks.'),
  userRole: z.string().optional().describe('Not looked at: the session says who asks.'),
});

/**
 * A hotel as it travels: GET /api/hotels, …/filtered and …/{id}, and what POST and PATCH return.
 * Dates are calendar days, `2026-03-31`, in no time zone.
 */
export const hotelSchema = z.object({
  id: z.int(),
  ...hotelAnswers,
  version: z
    .int()
    .describe('Grows with every change; a change that names an older one is refused.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Hotel = z.infer<typeof hotelSchema>;
/** What people may change of a hotel. */
export type HotelFields = Pick<Hotel, HotelField>;
/** Some of them: what a change wants, or what it was based on. */
export type SomeHotelFields = { [F in HotelField]?: HotelFields[F] | undefined };

/**
 * POST /api/hotels: a hotel that comes with its history may bring what its stages left behind. One
 * that a consultant adds is the consultant's own, whoever `serviceConsultantId` names.
 */
export const newHotelSchema = z.object({
  ...changeSchema(hotelValues).shape,
  ...hotelInputs,
});
export type NewHotel = z.infer<typeof newHotelSchema>;

/** A value as its sender saw it: whatever may be stored is taken, also what could not be written today. */
const seenValue = z.union([z.string().max(longestFreeText), z.number(), z.null()]).optional();
const seenValues = Object.fromEntries(hotelFieldNames.map((field) => [field, seenValue])) as Record<
  HotelField,
  typeof seenValue
>;

/**
 * PATCH /api/hotels/{id}: any of the fields. 409 where `version` is not the stored one and something
 * would change, or the guard of the stages refuses the move; 400 at a completion date that is not of
 * the hotel's stage, or in the future.
 */
export const hotelChangeSchema = z.object({
  ...changeSchema({ ...hotelValues, version: z.int() }).shape,
  basedOn: z
    .object(seenValues)
    .optional()
    .describe(
      'What the sender saw in the fields that change. 409 where one of them is something else by now, and not what is wanted either: the problem has the present values.',
    ),
});
export type HotelChange = z.infer<typeof hotelChangeSchema>;
export type SeenHotelFields = NonNullable<HotelChange['basedOn']>;

/**
 * What PATCH /api/hotels/{id} returns. To a change that came with a request key and a digest it says
 * which bytes it stored: by that a device knows that the answer is the server's, and is this one's.
 */
export const changedHotelSchema = z.object({
  ...hotelSchema.shape,
  receipt: z
    .object({ key: z.string(), digest: digestField })
    .optional()
    .describe('Where the request named `idempotency-key` and `x-envelope-digest`.'),
});
