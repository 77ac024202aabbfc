import { z } from 'zod';

/** How an interview came to be completed, as far as the server knows and may tell. */
export const completionSchema = z.object({
  responseId: z
    .int()
    .nullable()
    .describe('The stored response; null where there is none, or none that may be told of.'),
  completedAt: z.iso.datetime().nullable(),
  completedBy: z.string().nullable().describe("The person's name."),
});
export type Completion = z.infer<typeof completionSchema>;

/** What a record says now in the fields of a change that was refused, and who wrote it last. */
export const presentSchema = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  changedBy: z.string().nullable().describe("The person's name, where it is known."),
  changedAt: z.iso.datetime().nullable(),
});
export type Present = z.infer<typeof presentSchema>;

/**
 * What every refused request answers: RFC 9457 `application/problem+json`.
 *
 * `type` is a stable relative address (`/problems/not-found`), `title` the same words for every
 * problem of the type, `detail` what happened this time and what to do, fit to be shown as it is.
 * `errors` stands only where input was bad: `path` is the field, dotted (`answers.2.text`).
 * `requestId` is what the server's log knows the request by, as in the header `x-request-id`.
 *
 * What a call may answer besides its own refusals follows from its kind (`src/server/docs`). 400
 * for input that is bad or cannot be read; 401 for who is not signed in; 403 for a role that may
 * not do this at all, for a request from another site, and until one has chosen a password of one's
 * own; 404 for what is not there or outside one's scope; 405 for a method that the address does not
 * serve; 413 and 415 for a body that is too large or no JSON; 500 for a fault of ours; 503 with
 * `retry-after` while the database is away or busy. Before it is a call at all, 408 and 431. A call
 * that honours `idempotency-key`: 409 for a key that was used for something else. One that takes a
 * file: 413 and 415 for one too large or in no form, 507 where there is no room.
 */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  requestId: z.string().optional(),
  completion: completionSchema.optional().describe('Only with `/problems/already-completed`.'),
  present: presentSchema
    .optional()
    .describe('Only with `/problems/changed-meanwhile`, to a change of a hotel with `basedOn`.'),
});

export type Problem = z.infer<typeof problemSchema>;
