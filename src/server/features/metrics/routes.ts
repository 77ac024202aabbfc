import { z } from 'zod';

import { defineRoute } from '#server/http/route.ts';
import { answeredAs } from '#server/http/send-file.ts';

const metrics = defineRoute({
  method: 'GET',
  path: '/api/metrics',
  summary: 'What this process measures of itself, as Prometheus reads it',
  who: 'monitor',
  answer: answeredAs(z.string(), 'text/plain'),
  refuses: {
    404: 'The setting METRICS_TOKEN is not given.',
  },
  run: async ({ deps, reply }) => {
    void reply.type(deps.metrics.mediaType);
    return deps.metrics.write();
  },
});

export const metricsRoutes = [metrics];
