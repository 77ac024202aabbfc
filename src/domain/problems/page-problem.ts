import { z } from 'zod';

/**
 * The body of POST /api/page-problems, which reports a page that could not be shown. It becomes one
 * line of the server's log. So it contains only kinds and places, and nothing that a person wrote.
 * Returns 204. The server logs {@link mostPerMinute} of them a minute and drops the rest.
 */
export const pageProblemSchema = z.strictObject({
  kind: z
    .enum(['missing-part', 'blocked-store', 'failed'])
    .describe(
      "`missing-part` when a file of the page could not be loaded, `blocked-store` when the device's store did not respond, and `failed` otherwise.",
    ),
  page: z
    .string()
    .regex(/^\/[a-z/{}-]{0,60}$/)
    .describe("The page's path without its numbers, such as `/app/hotels/{id}/report`."),
  error: z
    .string()
    .regex(/^[A-Za-z]{1,40}$/)
    .describe("The error's class, such as `TypeError`."),
});
export type PageProblem = z.infer<typeof pageProblemSchema>;

export const mostPerMinute = 30;
