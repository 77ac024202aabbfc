import { z } from 'zod';

import { anyDuty, dutyNames } from '#domain/workflow/duties.ts';
import { stages } from '#domain/workflow/stages.ts';

const optionalId = z.coerce.number().int().positive().optional();

/** What the address of the board says: which hotels, which stage is in view, which card is open. */
export const boardViewSchema = z.object({
  consultant: optionalId,
  search: z.string().default(''),
  brand: z.string().optional(),
  /** Hotels that wait for this alone; `any` for whatever it is. */
  duty: z.enum([anyDuty, ...dutyNames]).optional(),
  /** The one column of a phone; on a tablet, the first in view. */
  stage: z.enum(stages).optional(),
  hotel: optionalId,
});
export type BoardView = z.output<typeof boardViewSchema>;
export type ChangeView = (
  changes: Partial<Record<keyof BoardView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;
