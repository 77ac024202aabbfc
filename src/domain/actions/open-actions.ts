import { z } from 'zod';

/** Numbers of open actions. An action counts as open while it is open, in progress or done. */
export const openActionsSchema = z.object({
  open: z.int(),
  overdue: z.int(),
  critical: z.int().describe('Open and critical.'),
  criticalOverdue: z.int(),
});
export type OpenActions = z.infer<typeof openActionsSchema>;
