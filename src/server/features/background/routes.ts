import { z } from 'zod';

import { backgroundJobSchema } from '#domain/background/background-job.ts';
import { readStates } from '#server/background/job-states.ts';
import { jobs } from '#server/background/jobs.ts';
import { defineRoute } from '#server/http/route.ts';
import { presentJobs } from './present.ts';

const list = defineRoute({
  method: 'GET',
  path: '/api/background-jobs',
  summary: 'The server’s background jobs, and how their last runs went',
  who: 'settings.read',
  answer: z.array(backgroundJobSchema),
  run: async ({ db }) => presentJobs(jobs, await readStates(db)),
});

export const backgroundRoutes = [list];
