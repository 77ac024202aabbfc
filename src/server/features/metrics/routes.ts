import { z } from 'zod';

import { defineRoute } from '#server/http/route.ts';
import { answeredAs } from '#server/http/send-file.ts';

const metrics = defineRoute({
  method: 'GET',
  path: '/api/metrics',
  summary: 'The metrics of this process, in the format of Prometheus',
  who: 'monitor',
  answer: answeredAs(z.string(), 'text/plain'),
  refuses: {
    404: 'METRICS_TOKEN is not set.',
  },
  run: async ({ deps, reply }) => {
    void reply.type(deps.metrics.mediaType);
    return deps.metrics.write();
  },
});

export const metricsRoutes = [metrics];
