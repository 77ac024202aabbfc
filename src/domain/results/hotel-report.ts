import { z } from 'zod';

import { evidenceSchema } from '#domain/evidence/evidence.ts';
import { hotelSchema } from '#domain/hotels/hotel.ts';
import { marks } from '#domain/responses/remarks.ts';
import { sameFindingsField } from '#domain/rounds/round.ts';
import { verdicts } from '#domain/scoring/verdict.ts';
import { kpeCategories } from '#domain/surveys/question.ts';
import { stages } from '#domain/workflow/stages.ts';
import { cycleField, isProvisionalField, lostPointsSchema } from './analytics.ts';
import { resultRowSchema, resultsFilterSchema, resultsSummarySchema } from './results.ts';

/**
 * The query of GET /api/hotels/{id}/report: the range of interviews to report on, by default all.
 */
export const hotelReportQuerySchema = resultsFilterSchema.pick({
  from: true,
  to: true,
  timeZone: true,
});
export type HotelReportQuery = z.infer<typeof hotelReportQuerySchema>;

/** The most interviews that a report lists, the latest first. */
export const mostReported = 200;
/** The most findings, notes and questions not applicable in one report. */
export const mostRemarks = 100;
/** The most photos beside one finding, and in the whole report. */
export const mostPhotos = { ofFinding: 4, ofReport: 100 } as const;
/** The most signatures at the end of a report, the latest first. */
export const mostSignatures = 12;

const pictureSchema = evidenceSchema.pick({
  fileId: true,
  kind: true,
  caption: true,
  hasThumbnail: true,
});
export type ReportedPicture = z.infer<typeof pictureSchema>;

/** A finding, a note, or what was not applicable at one question of one interview. */
const remarkSchema = z.object({
  responseId: z.int(),
  completedAt: z.iso.datetime(),
  name: z.string().describe("The question's code, or its number where it has none."),
  section: z.string(),
  text: z.string(),
  mark: z.enum(marks).nullable(),
  answer: z.string().nullable(),
  note: z.string(),
  photos: z.array(pictureSchema).default([]),
  morePhotos: z.int().default(0).describe('How many photos of this answer the report leaves out.'),
});

/**
 * The mean percent over responses, and the percent of each category; null when nothing is scored.
 */
const figuresSchema = z.object({
  responses: z.int(),
  percent: z.number().nullable(),
  verdict: z.enum(verdicts),
  categories: z
    .array(z.object({ category: z.enum(kpeCategories), percent: z.number().nullable() }))
    .describe('The three categories with their weighted percentages, always in their order.'),
});

/**
 * The reply of GET /api/hotels/{id}/report: a hotel's printed report, one page and its details. It
 * is calculated like Results (rules 18 to 22).
 */
export const hotelReportSchema = z.object({
  hotel: hotelSchema,
  consultantName: z.string().nullable(),
  own: figuresSchema.describe('The figures of the hotel’s own responses in the range.'),
  portfolio: figuresSchema.describe(
    'The figures of all hotels that the caller may see, in the range.',
  ),
  assessments: z
    .array(
      z.object({
        stage: z.enum(stages),
        roundId: z.int().nullable().default(null),
        cycle: cycleField,
        isProvisional: isProvisionalField,
        isAgain: z
          .boolean()
          .default(false)
          .describe('Whether it repeats what failed in another round: see its comparison.'),
        responses: z.int(),
        percent: z.number(),
        verdict: z.enum(verdicts),
        sameFindings: sameFindingsField,
        firstAt: z.iso.datetime(),
        lastAt: z.iso.datetime(),
      }),
    )
    .describe(
      'The hotel’s assessments, the latest first. An assessment is all scored responses of one round, up to the end of the range, as in Results.',
    ),
  change: z
    .number()
    .nullable()
    .describe('The difference of the two latest percentages as they are shown, in points.'),
  trend: resultsSummarySchema.shape.trend,
  lostPoints: lostPointsSchema,
  interviews: z
    .array(
      resultRowSchema.pick({
        id: true,
        completedAt: true,
        respondentName: true,
        respondentJobTitle: true,
        surveyTitle: true,
        percent: true,
        percentBeforeAppeal: true,
        verdict: true,
        causes: true,
        corrected: true,
      }),
    )
    .describe('The latest interviews. There are `own.responses` in all.'),
  critical: z
    .int()
    .default(0)
    .describe('How many of `own.responses` failed at a critical question.'),
  remarks: z
    .array(remarkSchema)
    .default([])
    .describe(
      'Findings, notes and questions that were not applicable in these interviews, the latest first.',
    ),
  moreRemarks: z
    .boolean()
    .default(false)
    .describe('Whether these interviews have more remarks than the report lists.'),
  signatures: z
    .array(pictureSchema.extend({ responseId: z.int(), completedAt: z.iso.datetime() }))
    .default([])
    .describe('The signatures of these interviews, the latest first.'),
  moreSignatures: z
    .boolean()
    .default(false)
    .describe('Whether these interviews have more signatures than the report shows.'),
  hasEvidence: z
    .boolean()
    .default(false)
    .describe('Whether the server holds evidence of any of the hotel’s interviews.'),
  hasContacts: z
    .boolean()
    .default(false)
    .describe('Whether the hotel has contacts, who work by link.'),
});
export type HotelReport = z.infer<typeof hotelReportSchema>;
