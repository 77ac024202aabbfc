import { z } from 'zod';

import { idField } from '#domain/identity.ts';
import { freeText, optionalText, shortText } from '#domain/text.ts';
import { hotelStatuses, stages } from '#domain/workflow/stages.ts';

/** From the finest down (specification, section 3). */
export const chainScales = [
  'Luxury',
  'Upper Upscale',
  'Upscale',
  'Upper Midscale',
  'Midscale',
  'Economy',
] as const;

const pickOne = <const T extends readonly [string, ...string[]]>(label: string, values: T) =>
  z.enum(values, { error: `${label} must be one of ${values.join(', ')}` });

/** Empty text is none, as in every other field that may stay empty. */
const chainScaleField = z.preprocess(
  (value: (typeof chainScales)[number] | null) => ((value as string | null) === '' ? null : value),
  pickOne('Chain Scale', chainScales).nullable(),
);

/**
 * What people fill in for a hotel (specification, section 3): the form, an import's row, and the
 * body of POST and PATCH /api/hotels. 400 at `hotelId` where another hotel has that code, and at
 * `serviceConsultantId` where it is nobody to whom hotels are given.
 */
export const hotelInputSchema = z.object({
  hotelId: shortText('Hotel ID').describe(
    "The brand's own code for the hotel, unique in any case; text, so leading zeros stay.",
  ),
  hotelName: shortText('Hotel Name'),
  hotelChain: shortText('Hotel Chain'),
  hotelBrand: shortText('Hotel Brand'),
  hotelManagementCo: optionalText('Management Co'),
  hotelOwner: optionalText('Owner'),
  hotelAddress: shortText('Address'),
  hotelCity: shortText('City'),
  hotelState: shortText('State'),
  hotelCountry: shortText('Country'),
  hotelPostalCode: shortText('Postal Code'),
  chainScale: chainScaleField.default(null),
  fpgRegion: shortText('FPG Region'),
  status: pickOne('Status', hotelStatuses).default('Pending'),
  stage: pickOne('Stage', stages).default('Initiated'),
  serviceConsultantId: idField('Choose a service consultant from the list')
    .nullable()
    .default(null),
});
export type HotelInput = z.infer<typeof hotelInputSchema>;

const date = z.iso.date('Choose a date');

/** GET /api/hotels/filtered: both are taken, and neither is looked at (rule 5). */
export const filteredHotelsQuerySchema = z.object({
  userId: z.string().optional().describe('Not looked at: the session says who asks.'),
  userRole: z.string().optional().describe('Not looked at: the session says who asks.'),
});

/**
 * A hotel as it travels (specification, section 3): GET /api/hotels, …/filtered and …/{id}, and
 * what POST and PATCH answer. Dates are calendar days, `2026-03-31`, in no time zone.
 */
export const hotelSchema = z.object({
  id: z.int(),
  ...hotelInputSchema.shape,
  hotelManagementCo: z.string().nullable(),
  hotelOwner: z.string().nullable(),
  chainScale: z.enum(chainScales).nullable(),
  status: z.enum(hotelStatuses),
  stage: z.enum(stages),
  serviceConsultantId: z.int().nullable(),
  virtualSessionCompletionDate: date.nullable(),
  virtualReAssessmentCompletionDate: date.nullable(),
  evaluationNotes: z.string().nullable(),
  version: z
    .int()
    .describe('Grows with every change; a change that names an older one is refused.'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Hotel = z.infer<typeof hotelSchema>;

/** A calendar day, or a moment of which the day counts as it is written. */
const dateOrMoment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'Choose a date' })
  .transform((value) => value.slice(0, 10));

const laterFields = {
  virtualSessionCompletionDate: dateOrMoment.nullable(),
  virtualReAssessmentCompletionDate: dateOrMoment.nullable(),
  evaluationNotes: freeText('Evaluation notes').nullable(),
};

/**
 * POST /api/hotels: a hotel that comes with its history may bring what its stages left behind. One
 * that a consultant adds is the consultant's own, whoever `serviceConsultantId` names.
 */
export const newHotelSchema = hotelInputSchema.extend(z.object(laterFields).partial().shape);
export type NewHotel = z.infer<typeof newHotelSchema>;

/**
 * PATCH /api/hotels/{id}: any of the fields (specification, section 4). 409 where `version` is not
 * the stored one and something would change, or the guard of the stages refuses the move; 400 at a
 * completion date that is not of the hotel's stage, or in the future.
 */
export const hotelChangeSchema = z
  .object({
    ...hotelInputSchema.shape,
    hotelManagementCo: optionalText('Management Co').unwrap(),
    hotelOwner: optionalText('Owner').unwrap(),
    chainScale: hotelInputSchema.shape.chainScale.unwrap(),
    status: hotelInputSchema.shape.status.unwrap(),
    stage: hotelInputSchema.shape.stage.unwrap(),
    serviceConsultantId: hotelInputSchema.shape.serviceConsultantId.unwrap(),
    ...laterFields,
    version: z.int(),
  })
  .partial();
export type HotelChange = z.infer<typeof hotelChangeSchema>;
