import { z } from 'zod';

/**
 * One job in the reply of GET /api/background-jobs, with its last run. The server runs background
 * jobs by itself, without a request. A job that every process runs for itself has one entry for
 * each machine and data folder.
 */
export const backgroundJobSchema = z.object({
  name: z.string(),
  does: z.string().describe('What the job does, in words for an Admin.'),
  everySeconds: z.int().describe('Seconds from the start of one run to the start of the next.'),
  place: z
    .string()
    .nullable()
    .describe('The machine and data folder. Null for a job that one process runs for all others.'),
  state: z
    .enum(['waiting', 'running', 'done', 'failed'])
    .describe('The state of the last run. `waiting` means that the job has not run yet.'),
  runner: z.string().nullable().describe('The machine and process of the last run.'),
  begunAt: z.iso.datetime().nullable(),
  succeededAt: z.iso.datetime().nullable().describe('The end of the last run that succeeded.'),
  duration: z.int().nullable().describe('Milliseconds that the last finished run took.'),
  failures: z.int().describe('The number of runs that failed since the last success.'),
  failure: z.string().nullable().describe('What went wrong in the last run that failed.'),
  dueAt: z.iso.datetime().nullable().describe('When the next run is due.'),
});
export type BackgroundJob = z.infer<typeof backgroundJobSchema>;
