import { z } from 'zod';

import { idField } from '#domain/identity.ts';

/** The most conditions of one question. */
export const mostConditions = 5;

const parent = idField('Please select a question').describe('The `id` of an earlier question.');
const options = z
  .array(idField('Please select an answer'))
  .min(1, 'Choose at least one answer')
  .max(8, 'A question has at most 8 answer options')
  .describe("`id`s of the earlier question's options.");

/**
 * A condition under which a question is asked: an earlier question is answered with one of these
 * options, or with another one. An earlier question without an answer fulfils neither.
 */
export const conditionSchema = z.union(
  [
    z.strictObject({ questionId: parent, is: options }),
    z.strictObject({ questionId: parent, isNot: options }),
  ],
  { error: 'A condition names a question, and the answers it is or is not' },
);
export type Condition = z.infer<typeof conditionSchema>;
