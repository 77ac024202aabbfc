import { z } from 'zod';

import { notApplicable } from './claim.ts';

/**
 * Appeals (rules 108 to 110, docs/decisions/0058). A hotel appeals one answer of an approved round. An
 * Assessor or Admin who had no part in it decides. An appeal that is upheld is the only way in which a
 * response of an approved round changes.
 *
 * | status    | means                                                              |
 * | --------- | ------------------------------------------------------------------ |
 * | open      | Nobody has decided it.                                             |
 * | upheld    | The answer is what the appeal wanted. The former content is kept.  |
 * | rejected  | The answer stays.                                                  |
 * | withdrawn | Its filer took it back.                                            |
 */
export const appealStatuses = ['open', 'upheld', 'rejected', 'withdrawn'] as const;
export type AppealStatus = (typeof appealStatuses)[number];

/** The most characters of the reason of a decision. */
export const longestAppealReason = 2_000;
/** The most appeals of one response, the closed ones too. */
export const mostAppeals = 200;

const moment = z.iso.datetime();

/** An appeal: the reply of the calls that file, decide and withdraw one. */
export const appealSchema = z.object({
  id: z.int(),
  clientId: z.string(),
  responseId: z.int(),
  roundId: z.int().nullable(),
  questionId: z.int(),
  number: z.int().describe("The question's place in the survey, from 1."),
  wanted: z
    .union([z.literal(notApplicable), z.int()])
    .describe('The `id` of an option, or `na` for not applicable.'),
  wantedText: z.string().describe('The same in words.'),
  claim: z.string(),
  status: z.enum(appealStatuses),
  filedBy: z.string(),
  filedAt: moment,
  closedBy: z.string().nullable().describe('Who decided or withdrew it.'),
  closedAt: moment.nullable(),
  reason: z.string().nullable().describe('Why it was upheld or rejected.'),
  canDecide: z.boolean().describe('Whether the caller can decide it now.'),
  canWithdraw: z.boolean().describe('Whether the caller can withdraw it now.'),
});
export type Appeal = z.infer<typeof appealSchema>;

/**
 * The appeals of a round or a response. Replies leave them out where the round is not approved and
 * nobody has appealed.
 */
export const appealsSchema = z
  .object({
    until: z.iso
      .date()
      .nullable()
      .describe(
        "The last day on which an appeal can be filed, in the installation's time zone; null while the round is not approved.",
      ),
    canFile: z.boolean().describe('Whether an appeal can be filed now.'),
    list: z.array(appealSchema).describe('The earliest first.'),
  })
  .optional();
export type Appeals = NonNullable<z.infer<typeof appealsSchema>>;

/** The percent of a response before the first appeal that was upheld, to one decimal. */
export const percentBeforeAppealField = z
  .number()
  .nullable()
  .optional()
  .describe(
    'Percent before the first appeal that was upheld, to one decimal: null where nothing was scored then, left out where no appeal was upheld.',
  );
