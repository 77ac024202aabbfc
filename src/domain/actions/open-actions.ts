import { z } from 'zod';

/** How many actions are open. Open are those that are open, in progress or done. */
export const openActionsSchema = z.object({
  open: z.int(),
  overdue: z.int(),
  critical: z.int().describe('Open and critical.'),
  criticalOverdue: z.int(),
});
export type OpenActions = z.infer<typeof openActionsSchema>;
