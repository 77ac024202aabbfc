import { z } from 'zod';

import { defineRoute } from '#server/http/route.ts';

const metrics = defineRoute({
  method: 'GET',
  path: '/api/metrics',
  summary: 'What this process measures of itself, as Prometheus reads it',
  who: 'monitor',
  answer: z.string(),
  run: async ({ deps, reply }) => {
    void reply.type(deps.metrics.mediaType);
    return deps.metrics.write();
  },
});

export const metricsRoutes = [metrics];
