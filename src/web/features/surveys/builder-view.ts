import { z } from 'zod';

/** What the address of the Survey Builder says. */
export const builderViewSchema = z.object({
  /** The survey at work; none for a new one. */
  survey: z.coerce.number().int().positive().optional(),
  /** What the questions are searched for. */
  find: z.string().default(''),
  /** How the questions are shown: each on its card, or on one line each. */
  show: z.enum(['cards', 'lines']).default('cards'),
  /** Which panel a phone or a tablet shows. A wide window shows both. */
  panel: z.enum(['setup', 'questions']).default('setup'),
});
export type BuilderView = z.output<typeof builderViewSchema>;

/** The part of it that is about the questions. */
export type QuestionsView = Pick<BuilderView, 'find' | 'show'>;

/** The survey that an address has at work. */
export function surveyIn(search: unknown): number | undefined {
  return builderViewSchema.safeParse(search).data?.survey;
}
