import { z } from 'zod';

import { anyDuty, dutyNames } from '#domain/workflow/duties.ts';
import { stages } from '#domain/workflow/stages.ts';
import { addressId } from '#web/lib/address.ts';

/** The address of the board: filters, stage in view, and open card. */
export const boardViewSchema = z.object({
  consultant: addressId,
  search: z.string().default(''),
  brand: z.string().optional(),
  /** Only hotels that need this, or with `any`, hotels that need anything. */
  duty: z.enum([anyDuty, ...dutyNames]).optional(),
  /** The one stage that a phone shows. On wider screens, the stage that is scrolled into view. */
  stage: z.enum(stages).optional(),
  hotel: addressId,
});
export type BoardView = z.output<typeof boardViewSchema>;
export type ChangeView = (
  changes: Partial<Record<keyof BoardView, string | number | undefined>>,
  options?: { replace?: boolean },
) => void;
