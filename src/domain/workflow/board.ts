import { z } from 'zod';

import { idSchema } from '#domain/identity.ts';
import { hotelStatuses, stages } from './stages.ts';

/**
 * The query of GET /api/workflow/export. Returns 403 when the person may not filter by consultant (rule
 * 55).
 */
export const boardFilterSchema = z.object({
  consultantId: idSchema
    .optional()
    .describe('Only the hotels assigned to this consultant. Only Admins may use this filter.'),
});
export type BoardFilter = z.infer<typeof boardFilterSchema>;

/**
 * The query of GET /api/workflow/board, which returns all that the board shows. The other fields of a
 * card's dialog are requested when the dialog opens.
 */
export const boardQuerySchema = boardFilterSchema.extend({
  first: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Only the first so many hotels of each stage. The counts are still of all hotels. Without it, all hotels.',
    ),
});
export type BoardQuery = z.infer<typeof boardQuerySchema>;

/** A hotel's last response: points, from which the percent follows, the verdict, and its moment. */
const latestSchema = z.object({
  totalScore: z.number(),
  maxScore: z.number(),
  passed: z
    .boolean()
    .nullable()
    .optional()
    .describe("Whether it passed by its survey's rules; null where nothing is scored."),
  completedAt: z
    .string()
    .nullable()
    .default(null)
    .describe('When that interview ended. Null on a device that does not know it.'),
});

/**
 * A card in the reply of GET /api/workflow/board. A card that a device kept from an earlier release
 * may lack the fields with a default. With the defaults, such a hotel has nothing to do. The types
 * are plain, without the form's checks, because one reply can have twenty thousand cards.
 */
export const boardCardSchema = z.object({
  id: z.number(),
  hotelName: z.string(),
  hotelBrand: z.string(),
  hotelCity: z.string(),
  hotelState: z.string(),
  hotelManagementCo: z.string().nullable(),
  status: z.enum(hotelStatuses),
  stage: z.enum(stages),
  serviceConsultantId: z.number().nullable(),
  version: z.number(),
  virtualSessionCompletionDate: z.string().nullable().describe('A calendar day.'),
  virtualReAssessmentCompletionDate: z
    .string()
    .nullable()
    .default(null)
    .describe('A calendar day.'),
  stageSince: z
    .string()
    .nullable()
    .default(null)
    .describe('When the hotel came to its stage. Null on a device that does not know it.'),
  isAssessed: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Whether a response that counts was completed since then.'),
  hasEvaluationNotes: z.boolean().default(true).describe('Whether evaluation notes are written.'),
  hasEndingWaiver: z
    .literal(true)
    .optional()
    .describe('Present where a waiver of the hotel ends within 30 days.'),
  latest: latestSchema
    .nullable()
    .default(null)
    .describe('The points of the latest completed response that counts. Null when there is none.'),
  responseCount: z
    .number()
    .describe(
      "The number of the hotel's responses that count (rule 43). The board calls them completed surveys.",
    ),
  sessionsInProgress: z.number(),
});
export type BoardCard = z.infer<typeof boardCardSchema>;

/** The reply of GET /api/workflow/board. */
export const boardSchema = z.object({
  stages: z
    .array(z.object({ stage: z.enum(stages), count: z.int() }))
    .describe('All six stages, in their order.'),
  hotels: z.array(boardCardSchema).describe('The hotels of all stages, sorted by name.'),
});
export type Board = z.infer<typeof boardSchema>;

/** Returns how many hotels the board counts, whether it has their cards or not. */
export function countHotels({ stages: counted }: Pick<Board, 'stages'>): number {
  return counted.reduce((sum, { count }) => sum + count, 0);
}
