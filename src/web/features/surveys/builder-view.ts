import { z } from 'zod';

import { addressId } from '#web/lib/address.ts';

/** What the URL of the Survey Builder holds. */
export const builderViewSchema = z.object({
  /** The id of the open survey; undefined for a new one. */
  survey: addressId,
  /** The search text for the questions. */
  find: z.string().default(''),
  /** How the questions are shown: each on its card, or on one line each. */
  show: z.enum(['cards', 'lines']).default('cards'),
  /** The panel that a phone or a tablet shows. A wide window shows both. */
  panel: z.enum(['setup', 'questions']).default('setup'),
});
export type BuilderView = z.output<typeof builderViewSchema>;

/** The part of it that is about the questions. */
export type QuestionsView = Pick<BuilderView, 'find' | 'show'>;

/** Returns the id of the open survey from an address. */
export function surveyIn(search: unknown): number | undefined {
  return builderViewSchema.safeParse(search).data?.survey;
}
