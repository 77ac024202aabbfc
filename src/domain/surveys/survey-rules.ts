import { z } from 'zod';

import { readDigits } from '#domain/identity.ts';
import { passLine as defaultPassLine } from '#domain/scoring/verdict.ts';
import { kpeCategories, type KpeCategory } from './question.ts';

const message = 'Give a whole percentage from 1 to 100';
const percentage = readDigits(z.int(message).min(1, message).max(100, message));

/**
 * The rules by which a survey's responses pass, as they are stored and sent. A rule that has its
 * default is left out, so that a survey without rules of its own has none at all.
 */
export const surveyRulesSchema = z.object({
  passLine: percentage
    .optional()
    .describe(`The score in percent from which a response passes; ${defaultPassLine} by default.`),
  findingLine: percentage
    .optional()
    .describe(
      'An answer with less than this percentage of its points is a finding; the pass line by default.',
    ),
  thresholds: z
    .partialRecord(z.enum(kpeCategories), percentage.nullable())
    .optional()
    .describe('The percentage that a category must reach, for each category that has one.'),
  criticalFails: z
    .boolean('Critical fails is true or false')
    .optional()
    .describe('Whether a critical question can fail the response; true by default.'),
  naAlert: percentage
    .optional()
    .describe(
      'Somebody is asked to look at a response with more than this percentage of its scored questions not applicable; 40 by default.',
    ),
});
export type SurveyRules = z.infer<typeof surveyRulesSchema>;

/** The rules with every default filled in. */
export type Rules = {
  readonly passLine: number;
  readonly findingLine: number;
  readonly thresholds: Readonly<Partial<Record<KpeCategory, number | null>>>;
  readonly criticalFails: boolean;
  readonly naAlert: number;
};

/** Returns the rules with every default filled in. */
export function fullRules({
  passLine = defaultPassLine,
  findingLine = passLine,
  thresholds = {},
  criticalFails = true,
  naAlert = 40,
}: SurveyRules = {}): Rules {
  return { passLine, findingLine, thresholds, criticalFails, naAlert };
}

/** Returns the rules without those that have their default. */
export function ownRules(given: SurveyRules): SurveyRules {
  const { passLine, findingLine, thresholds, criticalFails, naAlert } = fullRules(given);
  const byDefault = fullRules({ passLine });
  const set = kpeCategories.flatMap((category) => {
    const least = thresholds[category];
    return least == null ? [] : [[category, least] as const];
  });
  return {
    ...(passLine !== defaultPassLine && { passLine }),
    ...(findingLine !== byDefault.findingLine && { findingLine }),
    ...(set.length > 0 && { thresholds: Object.fromEntries(set) }),
    ...(criticalFails !== byDefault.criticalFails && { criticalFails }),
    ...(naAlert !== byDefault.naAlert && { naAlert }),
  };
}
