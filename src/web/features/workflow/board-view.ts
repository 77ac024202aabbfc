import { z } from 'zod';

import { stages } from '#domain/workflow/stages.ts';

const optionalId = z.coerce.number().int().positive().optional();

/** What the address of the board says: whose hotels, which stage is in view, which card is open. */
export const boardViewSchema = z.object({
  consultant: optionalId,
  /** The one column of a phone; on a tablet, the first in view. */
  stage: z.enum(stages).optional(),
  hotel: optionalId,
});
