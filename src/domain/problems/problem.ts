import { z } from 'zod';

/** How an interview was completed, as far as the server knows and may show it. */
export const completionSchema = z.object({
  responseId: z
    .int()
    .nullable()
    .describe('The stored response. Null when there is none, or when the caller may not see it.'),
  completedAt: z.iso.datetime().nullable(),
  completedBy: z.string().nullable().describe("The person's name."),
});
export type Completion = z.infer<typeof completionSchema>;

/** The present values of a record in the fields of a refused change, and who last changed them. */
export const presentSchema = z.object({
  values: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  changedBy: z.string().nullable().describe("The person's name, if it is known."),
  changedAt: z.iso.datetime().nullable(),
});
export type Present = z.infer<typeof presentSchema>;

/**
 * The body of every refusal: RFC 9457 `application/problem+json`.
 *
 * `type` is a stable relative address (`/problems/not-found`). `title` is the same for every
 * problem of the type. `detail` says what happened this time and what to do, in words that can be
 * shown as they are. `errors` exists only for bad input; `path` is the field, dotted
 * (`answers.2.text`). `requestId` identifies the request in the server's log, like the header
 * `x-request-id`.
 *
 * Besides its own refusals a call may return those of its kind (`src/server/docs`):
 *
 * | status   | reason                                                                          |
 * | -------- | ------------------------------------------------------------------------------- |
 * | 400      | The input is bad or cannot be read.                                             |
 * | 401      | Nobody is signed in.                                                            |
 * | 403      | The role may not do this, or the request comes from another site, or the person |
 * |          | must first choose their own password.                                           |
 * | 404      | There is no such record, or it is outside the person's scope.                   |
 * | 405      | The address does not support the method.                                        |
 * | 408, 431 | The request did not arrive in time, or its headers are too large.               |
 * | 409      | The `idempotency-key` was used for something else.                              |
 * | 413, 415 | The body is too large, or is compressed or no JSON; for files, no form.         |
 * | 500      | A fault of ours.                                                                |
 * | 503      | The database is unavailable or busy, or its disk is full; with `retry-after`.   |
 * | 507      | There is no space for the file.                                                 |
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
    .describe('Only with `/problems/changed-meanwhile`, when a change of a hotel had `basedOn`.'),
});

export type Problem = z.infer<typeof problemSchema>;
