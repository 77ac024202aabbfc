import { z } from 'zod';

/**
 * What every refused request answers: RFC 9457 `application/problem+json`.
 *
 * `type` is a stable relative address (`/problems/not-found`), `title` the same words for every
 * problem of the type, `detail` what happened this time and what to do, fit to be shown as it is.
 * `errors` stands only where input was bad: `path` is the field, dotted (`answers.2.text`).
 * `requestId` is what the server's log knows the request by, as in the header `x-request-id`.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
});

export type Problem = z.infer<typeof problemSchema>;
