import { Readable } from 'node:stream';

import type { FastifyReply } from 'fastify';
import { z, type ZodType } from 'zod';

import { once } from '#domain/once.ts';

/**
 * Answers lists of any length as JSON, a batch of rows at a time: the same bytes as the whole list
 * would have at once, in memory that does not grow with it. Each row passes the schema on its way.
 *
 * The next batch is read when the client has taken the last. A client that goes away ends the
 * reading. Where reading fails once the answer has begun, the connection is cut, so nobody takes
 * half of a list for the whole.
 */
export function streamsListOf<Row, Answer extends ZodType>(
  answer: Answer,
  present: (row: Row) => z.input<Answer>,
) {
  const compiled = once(() => z.compile(answer));
  const toJson = (row: Row) => JSON.stringify(compiled().parse(present(row)));
  async function* parts(batches: AsyncIterable<readonly Row[]>) {
    let between = '[';
    for await (const rows of batches) {
      if (rows.length === 0) continue;
      yield between + rows.map(toJson).join(',');
      between = ',';
    }
    yield between === '[' ? '[]' : ']';
  }
  return (reply: FastifyReply, batches: AsyncIterable<readonly Row[]>): Readable => {
    void reply.type('application/json; charset=utf-8');
    return Readable.from(parts(batches), { objectMode: false });
  };
}
