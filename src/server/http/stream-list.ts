import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';
import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';

/**
 * Returns a function that streams a list of any length as JSON, a batch of rows at a time. It sends
 * the same bytes as the whole list would, in memory that does not grow with the list. Each row is
 * checked by the schema on its way.
 *
 * The next batch is read when the client has taken the last one. Reading ends when the client goes
 * away. If reading fails after the reply has begun, the connection is cut, so that nobody takes
 * half of a list for the whole.
 */
export function streamsListOf<Row, Answer extends ZodType>(
  answer: Answer,
  present: (row: Row) => z.input<Answer>,
) {
  const parts = partsOfList(answer, present);
  return (reply: FastifyReply, batches: AsyncIterable<readonly Row[]>): Readable => {
    void reply.type('application/json; charset=utf-8');
    return Readable.from(parts(batches), { objectMode: false });
  };
}

/** Returns a function that returns such a list's JSON in parts, a batch of rows at a time. */
export function partsOfList<Row, Answer extends ZodType>(
  answer: Answer,
  present: (row: Row) => z.input<Answer>,
) {
  const compiled = once(() => z.compile(answer));
  const toJson = (row: Row) => JSON.stringify(compiled().parse(present(row)));
  return async function* parts(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
    let between = '[';
    for await (const rows of batches) {
      if (rows.length === 0) continue;
      yield between + rows.map(toJson).join(',');
      between = ',';
    }
    yield between === '[' ? '[]' : ']';
  };
}
