import { z } from 'zod';

import { changeSchema } from '#domain/change-schema.ts';
import { digestField } from '#domain/sync/client-id.ts';
import { heldWaiverSchema } from '#domain/waivers/waiver.ts';
import { longestFreeText } from '#domain/text.ts';
import { hotelFieldNames, type HotelField } from './hotel-fields.ts';
import { hotelAnswers, hotelInputs, hotelValues } from './hotel-shapes.ts';

/**
 * What people fill in for a new hotel: in the form, in a row of an import, and in the body of
 * POST /api/hotels. Returns 400 at `hotelId` when another hotel has that code, and at
 * `serviceConsultantId` when the id is not a Service Consultant's.
 */
export const hotelInputSchema = z.object(hotelInputs);
export type HotelInput = z.infer<typeof hotelInputSchema>;

/**
 * The query of GET /api/hotels/filtered. The server accepts both parameters and ignores them
 * (rule 5).
 */
export const filteredHotelsQuerySchema = z.object({
  userId: z.string().optional().describe('Ignored, because the session says who the caller is.'),
  userRole: z.string().optional().describe('Ignored, because the session says who the caller is.'),
});

/**
 * A hotel in API replies: GET /api/hotels, …/filtered and …/{id}, and POST and PATCH. Dates are
 * calendar days, `2026-03-31`, without a time zone.
 */
export const hotelSchema = z.object({
  id: z.int(),
  ...hotelAnswers,
  version: z
    .int()
    .describe('Increases with every change. A change that names an older version is refused.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  waivers: z
    .array(heldWaiverSchema)
    .optional()
    .describe('Its waivers that are in force or still to come; left out where it has none.'),
});
export type Hotel = z.infer<typeof hotelSchema>;
/** The fields of a hotel that people may change. */
export type HotelFields = Pick<Hotel, HotelField>;
/** Some of the fields: what a change wants, or what it was based on. */
export type SomeHotelFields = { [F in HotelField]?: HotelFields[F] | undefined };

/**
 * The body of POST /api/hotels. A hotel with a history may bring what earlier stages left, such as
 * completion dates. A hotel that a consultant adds is assigned to that consultant, whatever
 * `serviceConsultantId` says.
 */
export const newHotelSchema = z.object({
  ...changeSchema(hotelValues).shape,
  ...hotelInputs,
});
export type NewHotel = z.infer<typeof newHotelSchema>;

/**
 * A value as the sender saw it. It accepts any value that may be stored, including values that
 * could not be written today.
 */
const seenValue = z.union([z.string().max(longestFreeText), z.number(), z.null()]).optional();
const seenValues = Object.fromEntries(hotelFieldNames.map((field) => [field, seenValue])) as Record<
  HotelField,
  typeof seenValue
>;

/**
 * The body of PATCH /api/hotels/{id}: any of the fields. Returns 409 when `version` is not the
 * stored one and something would change, or when the hotel may not move to that stage. Returns 400
 * at a completion date that does not belong to the hotel's stage or is in the future.
 */
export const hotelChangeSchema = z.object({
  ...changeSchema({ ...hotelValues, version: z.int() }).shape,
  basedOn: z
    .object(seenValues)
    .optional()
    .describe(
      'The values that the sender saw in the fields to change. If one of them is different now, and is not the wanted value either, the reply is 409 with the present values.',
    ),
  cycle: z
    .enum(['next', 'same'])
    .optional()
    .describe(
      'With a move: whether the hotel begins its next cycle, which is possible in Initiated only, or goes on with its latest. Left out, a hotel that leaves Disposition for Initiated begins the next, and any other goes on.',
    ),
});
export type HotelChange = z.infer<typeof hotelChangeSchema>;
export type SeenHotelFields = NonNullable<HotelChange['basedOn']>;

/**
 * The reply of PATCH /api/hotels/{id}. If the request had a key and a digest, the receipt names
 * both. That proves to a device that the reply comes from the server and belongs to these bytes.
 */
export const changedHotelSchema = z.object({
  ...hotelSchema.shape,
  receipt: z
    .object({ key: z.string(), digest: digestField })
    .optional()
    .describe('Only when the request had `idempotency-key` and `x-envelope-digest`.'),
});
