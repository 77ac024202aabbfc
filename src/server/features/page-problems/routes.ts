import { z } from 'zod';

import { mostPerMinute, pageProblemSchema } from '#domain/problems/page-problem.ts';
import { defineRoute } from '#server/http/route.ts';

/** The current minute, and the lines that this process wrote in it for all senders together. */
let minute = 0;
let written = 0;

const report = defineRoute({
  method: 'POST',
  path: '/api/page-problems',
  summary: 'Report to the server’s log that a page could not be shown',
  who: 'anyone',
  audit: { none: 'it is a line of the log, and changes nothing' },
  repeat: 'own',
  noTransaction: 'nothing is stored',
  beforeOwnPassword: true,
  body: pageProblemSchema,
  answer: z.null(),
  status: 204,
  run: ({ body, request, deps }) => {
    const now = Math.floor(deps.now() / 60_000);
    if (now !== minute) written = 0;
    minute = now;
    written += 1;
    if (written <= mostPerMinute) request.log.warn(body, 'page problem');
    return Promise.resolve(null);
  },
});

export const pageProblemRoutes = [report];
